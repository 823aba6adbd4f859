import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { deploy, synthesise } from './support/deploy.ts';
import { startEngine } from './support/engine.ts';
import { freePort } from './support/free-port.ts';
import { allStatements, removeStatement } from './support/policy-statements.ts';
import { endAll, runProgram } from './support/programs.ts';

/** Deploys to a fresh engine and runs the tests there; see run.sh for what it takes. */

const say = (line: string) => process.stderr.write(`${line}\n`);

const { values: options } = parseArgs({
  options: {
    without: { type: 'string' },
    'prove-permissions': { type: 'boolean', default: false },
    report: { type: 'string' },
    tests: { type: 'string' },
  },
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await endAll();
    process.exit(130);
  });
}

interface Run {
  /** `function:Sid`; null: the whole stack as it is. */
  readonly without: string | null;
  /** A part of the tests' file names; null: all. */
  readonly tests: string | null;
  readonly report: string | null;
}

/** True where every test passed. */
async function testDeployment({ without, tests, report }: Run): Promise<boolean> {
  const scratch = await mkdtemp(join(tmpdir(), 'chainbell-deployed-'));
  try {
    const engine = await startEngine(scratch);
    const apiPort = await freePort();
    const assembly = join(scratch, 'cdk.out');
    const settings = { baseUrl: `http://127.0.0.1:${apiPort}`, coinBaseUrl: `http://127.0.0.1:${apiPort}` };
    if (without !== null) {
      await synthesise(assembly, settings, engine);
      await removeStatement(assembly, without);
    }
    const outputs = await deploy(assembly, settings, engine, without !== null);
    say(`deployed to ${engine.endpoint}${without === null ? '' : ` without ${without}`}`);
    const vitest = ['run', '--config', 'test/deployed/vitest.config.ts', ...(tests === null ? [] : [tests])];
    if (report !== null) vitest.push('--reporter=default', '--reporter=json', `--outputFile=${report}`);
    const deployment = JSON.stringify({ endpoint: engine.endpoint, apiPort, outputs });
    const env = { ...engine.clientEnvironment, CHAINBELL_DEPLOYMENT: deployment };
    // What fails without a permission fails in many words: when that is the aim, they go to a file.
    const output = options['prove-permissions'] ? join(scratch, 'vitest.log') : null;
    const code = await runProgram('vitest', vitest, env, output);
    return code === 0;
  } finally {
    await endAll();
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Each statement is taken away once: the tests must miss every one of them. */
async function provePermissions(): Promise<boolean> {
  const tests = 'permissions';
  if (!(await testDeployment({ without: null, tests, report: null }))) {
    say('not proven: the tests fail with all permissions in place');
    return false;
  }
  say('green with all permissions');
  let proven = true;
  for (const statement of await allStatements()) {
    const green = await testDeployment({ without: statement, tests, report: null });
    say(green ? `NOT MISSED: the tests pass without ${statement}` : `red without ${statement}`);
    proven &&= !green;
  }
  return proven;
}

await mkdir('.deployed', { recursive: true });
const passed = options['prove-permissions']
  ? await provePermissions()
  : await testDeployment({
      without: options.without ?? null,
      tests: options.tests ?? null,
      report: options.report ?? null,
    });
process.exit(passed ? 0 : 1);
