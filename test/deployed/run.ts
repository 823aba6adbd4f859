import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { type Deployment, defaultStackName, deploy, synthesise } from './support/deploy.ts';
import { region, startEngine } from './support/engine.ts';
import { freePort } from './support/free-port.ts';
import {
  allPermissions,
  isOfDeliveries,
  isUnknownToEngine,
  removePermission,
} from './support/policy-statements.ts';
import { type Environment, endAll, runProgram } from './support/programs.ts';

/** Deploys to a fresh engine and runs the tests there; see run.sh for what it takes. */

const say = (line: string) => process.stderr.write(`${line}\n`);
const scratch = await mkdtemp(join(tmpdir(), 'chainbell-deployed-'));
/** The port of the API that the tests run; free until they start it. */
const apiPort = await freePort();
const settings = { baseUrl: `http://127.0.0.1:${apiPort}`, coinBaseUrl: `http://127.0.0.1:${apiPort}` };

const { values: options } = parseArgs({
  options: {
    without: { type: 'string' },
    'prove-permissions': { type: 'boolean', default: false },
    'each-action': { type: 'boolean', default: false },
    report: { type: 'string' },
    tests: { type: 'string', multiple: true, default: [] },
  },
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await endAll();
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    process.exit(130);
  });
}

/** A deployment to a fresh engine, which is removed when `use` is done. */
async function withDeployment<T>(
  assembly: string,
  asIs: boolean,
  use: (environment: Environment) => Promise<T>,
): Promise<T> {
  const engine = await startEngine(scratch);
  try {
    const { endpoint, clientEnvironment } = engine;
    const outputs = await deploy(assembly, settings, clientEnvironment, asIs);
    const keyParameter = '/chainbell/api-key';
    const stackName = defaultStackName;
    const deployment: Deployment = { endpoint, region, apiPort, keyParameter, stackName, outputs };
    return await use({ ...clientEnvironment, CHAINBELL_DEPLOYMENT: JSON.stringify(deployment) });
  } finally {
    await endAll();
  }
}

const vitest = ['run', '--config', 'test/deployed/vitest.config.ts'];

/** Runs all tests, or those of the given files, on the stack as it is or without one permission. */
async function test(): Promise<boolean> {
  const assembly = join(scratch, 'cdk.out');
  const { without } = options;
  // The delivery tests deploy a stack of their own, without the permission if it is one of theirs.
  const lacks = without !== undefined && !isOfDeliveries(without);
  if (lacks) {
    await synthesise(assembly, settings);
    await removePermission(assembly, without);
  }
  const report =
    options.report === undefined
      ? []
      : ['--retry=1', '--reporter=default', '--reporter=json', `--outputFile.json=${options.report}`];
  return withDeployment(assembly, lacks, async (environment) => {
    say(`deployed${without === undefined ? '' : ` without ${without}`}`);
    const lacking = { ...environment, CHAINBELL_WITHOUT: without ?? '' };
    return (await runProgram('vitest', [...vitest, ...report, ...options.tests], lacking)) === 0;
  });
}

/**
 * Removes each statement (or each action) once; the tests must fail each time. All tests but the schedule's run,
 * up to the first failure, which shows what the permission is for.
 */
async function provePermissions(): Promise<boolean> {
  const whole = join(scratch, 'whole');
  await synthesise(whole, settings);
  const failing = (assembly: string, without = '') =>
    withDeployment(assembly, true, async (environment) => {
      const report = join(scratch, 'report.json');
      const quick = ['--bail=1', '--reporter=json', `--outputFile=${report}`, '--exclude=**/*schedule*'];
      const lacking = { ...environment, CHAINBELL_WITHOUT: without };
      const tests = without === '' ? options.tests : ['destinations.test'];
      await runProgram('vitest', [...vitest, ...quick, ...tests], lacking, join(scratch, 'vitest.log'));
      return firstFailure(JSON.parse(await readFile(report, 'utf8')));
    });
  const failure = await failing(whole);
  if (failure !== null) {
    say(`Nothing is proven, for the tests fail with all permissions in place: ${failure}`);
    return false;
  }
  say('green  with all permissions');
  let proven = true;
  const withDestinations = join(scratch, 'with-destinations');
  const destinations = JSON.stringify([{ name: 'team', kind: 'slack' }]);
  await synthesise(withDestinations, { ...settings, destinations });
  for (const permission of await allPermissions(withDestinations, options['each-action'])) {
    if (isUnknownToEngine(permission)) {
      say(`-      without ${permission}: not tried, the engine does not ask for it`);
      continue;
    }
    const missed = isOfDeliveries(permission)
      ? await failing(whole, permission)
      : await failing(await lackingOne(whole, permission));
    say(missed === null ? `GREEN  without ${permission}` : `red    without ${permission}: ${missed}`);
    proven &&= missed !== null;
  }
  return proven;
}

const vitestReport = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** A copy of a synthesised assembly that lacks one permission. */
async function lackingOne(whole: string, permission: string): Promise<string> {
  const lacking = join(scratch, 'lacking');
  await rm(lacking, { recursive: true, force: true });
  await cp(whole, lacking, { recursive: true });
  await removePermission(lacking, permission);
  return lacking;
}

/** The name of the first test that failed, or the message of a file that could not run; null if all passed. */
function firstFailure(json: unknown): string | null {
  const { success, testResults } = vitestReport.parse(json);
  if (success) return null;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.find(({ status }) => status === 'failed')?.fullName;
  return failed ?? testResults.find(({ message }) => message !== '')?.message ?? 'a test failed';
}

await mkdir('.deployed', { recursive: true });
try {
  process.exitCode = (await (options['prove-permissions'] ? provePermissions() : test())) ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
}
