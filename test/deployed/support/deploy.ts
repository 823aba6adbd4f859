import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { bareEnvironment, type Environment, repository, runProgram } from './programs.ts';

const outputs = z.strictObject({
  WatchlistTableName: z.string(),
  StateTableName: z.string(),
  HistoryTableName: z.string(),
  ContactsTableName: z.string(),
  AlertsTopicArn: z.string(),
  OpsTopicArn: z.string(),
  DispatchPollsFunctionName: z.string(),
  PollWalletsFunctionName: z.string(),
  /** Present if the settings have destinations. */
  DeliverAlertsFunctionName: z.string().optional(),
  Version: z.string(),
});
export type Outputs = z.infer<typeof outputs>;

/** What the tests need to find a deployment. */
export const deployment = z.object({
  endpoint: z.string(),
  region: z.string(),
  /** The port on which the tests run the API. */
  apiPort: z.number(),
  keyParameter: z.string(),
  stackName: z.string(),
  outputs,
});
export type Deployment = z.infer<typeof deployment>;

export type Settings = Readonly<Record<string, string>>;

/** API calls a second allowed to the stack under test, for all workers together. */
export const callsPerSecond = 20;

/** The name of a stack unless its settings have another. */
export const defaultStackName = 'Chainbell';

/** All other settings have their defaults. */
const throwAway = {
  cliCredentials: 'true',
  localEngine: 'true',
  removalPolicy: 'destroy',
  callsPerSecond: String(callsPerSecond),
};

/** Synthesises the app into a cloud assembly at `assembly`; needs no account and no credentials. */
export async function synthesise(assembly: string, settings: Settings): Promise<void> {
  const args = ['synth', '--quiet', '--output', assembly, ...context(settings)];
  await cdk(args, assembly, bareEnvironment, await appFolder(assembly, {}));
}

/**
 * Deploys the app as a person does, or an existing assembly, and returns the stack's outputs.
 * @param environment of the engine and the region to deploy to
 * @param file the content of chainbell.json
 */
export async function deploy(
  assembly: string,
  settings: Settings,
  environment: Environment,
  asIs: boolean,
  file: Readonly<Record<string, unknown>> = {},
): Promise<Outputs> {
  const outputsFile = `${assembly}.outputs.json`;
  const app = asIs ? ['--app', assembly] : ['--output', assembly, ...context(settings)];
  // Outside cdk.json's folder: with a named environment, bootstrap needs no app, whose synthesis takes longest.
  const bootstrap = ['bootstrap', `aws://000000000000/${environment.AWS_REGION}`];
  await cdk(bootstrap, assembly, environment, dirname(assembly));
  await cdk(
    ['deploy', '--require-approval', 'never', '--outputs-file', outputsFile, ...app],
    assembly,
    environment,
    await appFolder(assembly, file),
  );
  const written = z.record(z.string(), outputs).parse(JSON.parse(await readFile(outputsFile, 'utf8')));
  return outputs.parse(written[settings.stackName ?? defaultStackName]);
}

/** Destroys a stack that was deployed from the assembly. */
export async function destroy(assembly: string, environment: Environment): Promise<void> {
  await cdk(['destroy', '--force', '--app', assembly], assembly, environment, dirname(assembly));
}

/** Makes a folder to run cdk in: an adapted cdk.json, and `file` as chainbell.json. */
async function appFolder(assembly: string, file: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = `${assembly}.app`;
  await mkdir(folder, { recursive: true });
  const asItIs: unknown = JSON.parse(await readFile(join(repository, 'cdk.json'), 'utf8'));
  const cdkJson = { ...z.looseObject({}).parse(asItIs), app: `node ${repository}bin/app.ts` };
  await writeFile(join(folder, 'cdk.json'), JSON.stringify(cdkJson));
  await writeFile(join(folder, 'chainbell.json'), JSON.stringify(file));
  return folder;
}

function context(settings: Settings): string[] {
  return Object.entries({ ...throwAway, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function cdk(args: readonly string[], assembly: string, env: Environment, cwd: string): Promise<void> {
  const log = `${assembly}.log`;
  const code = await runProgram('cdk', ['--no-notices', ...args], env, log, cwd);
  if (code !== 0) throw new Error(`cdk ${args[0]} failed:\n${await readFile(log, 'utf8')}`);
}
