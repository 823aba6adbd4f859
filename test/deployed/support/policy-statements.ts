import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { bareEnvironment, runProgram } from './programs.ts';

/** Statements of the functions' policies go by `function:Sid`, such as `poll-wallets:WriteHistory`. */

const policyOf = {
  'dispatch-polls': 'PollingDispatchPollsRoleDefaultPolicy',
  'poll-wallets': 'PollingPollWalletsRoleDefaultPolicy',
};

const policy = z.looseObject({
  Properties: z.looseObject({
    PolicyDocument: z.looseObject({ Statement: z.array(z.looseObject({ Sid: z.string() })) }),
  }),
});
const template = z.looseObject({ Resources: z.record(z.string(), z.unknown()) });

/** Every statement of both functions, out of a fresh synthesis. */
export async function allStatements(): Promise<string[]> {
  const assembly = await mkdtemp(join(tmpdir(), 'chainbell-synth-'));
  try {
    const args = ['--no-notices', 'synth', '--quiet', '--output', assembly];
    if ((await runProgram('cdk', args, bareEnvironment, join(assembly, 'log'))) !== 0) {
      throw new Error(`cdk synth failed:\n${await readFile(join(assembly, 'log'), 'utf8')}`);
    }
    const { Resources } = await readTemplate(assembly);
    return Object.entries(policyOf).flatMap(([name, prefix]) =>
      findPolicy(Resources, prefix).Properties.PolicyDocument.Statement.map(({ Sid }) => `${name}:${Sid}`),
    );
  } finally {
    await rm(assembly, { recursive: true, force: true });
  }
}

/**
 * Takes one statement out of a synthesised assembly.
 * @throws Error where there is no such statement
 */
export async function removeStatement(assembly: string, statement: string): Promise<void> {
  const [name, sid] = statement.split(':');
  const prefix = Object.entries(policyOf).find(([key]) => key === name)?.[1];
  if (prefix === undefined) throw new Error(`${statement} is not written as function:Sid`);
  const read = await readTemplate(assembly);
  const found = findPolicy(read.Resources, prefix);
  const document = found.Properties.PolicyDocument;
  const left = document.Statement.filter(({ Sid }) => Sid !== sid);
  if (left.length !== document.Statement.length - 1) throw new Error(`the template has no ${statement}`);
  document.Statement = left;
  const resources = Object.entries(read.Resources).map(([id, one]) => [
    id,
    id.startsWith(prefix) ? found : one,
  ]);
  await writeFile(
    join(assembly, 'Chainbell.template.json'),
    JSON.stringify({ ...read, Resources: Object.fromEntries(resources) }, null, 1),
  );
}

async function readTemplate(assembly: string): Promise<z.infer<typeof template>> {
  return template.parse(JSON.parse(await readFile(join(assembly, 'Chainbell.template.json'), 'utf8')));
}

function findPolicy(resources: Record<string, unknown>, prefix: string): z.infer<typeof policy> {
  return policy.parse(Object.entries(resources).find(([logicalId]) => logicalId.startsWith(prefix))?.[1]);
}
