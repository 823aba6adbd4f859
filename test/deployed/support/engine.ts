import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { bareEnvironment, type Environment, repository, startProgram } from './programs.ts';

/** A local AWS that fires schedules, runs the functions and enforces their roles' policies. */
export interface Engine {
  readonly endpoint: string;
  readonly clientEnvironment: Environment;
}

const startsWithin = 60_000;
/** The region of the stack under test; a test may deploy another stack elsewhere. */
export const region = 'us-east-1';

/**
 * Starts an engine on loopback; it writes only into `scratch`.
 * @throws Error with the engine's own output if it does not start
 */
export async function startEngine(scratch: string): Promise<Engine> {
  const python = process.env.CHAINBELL_ENGINE_PYTHON;
  if (python === undefined) throw new Error('start the deployed tests by npm run test:deployed');
  const port = await freePort();
  const temporary = join(scratch, 'engine');
  await mkdir(temporary, { recursive: true });
  // Kept after the tests: it has the functions' own output.
  const log = join(repository, '.deployed', 'engine.log');
  await rm(log, { force: true });
  const engine = startProgram(
    python,
    ['-m', 'ministack'],
    {
      ...bareEnvironment,
      ...credentials(region),
      AUTH: 'true',
      BIND_HOST: '127.0.0.1',
      MINISTACK_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      LAMBDA_EXECUTOR: 'local',
      TMPDIR: temporary,
    },
    log,
  );
  const endpoint = `http://127.0.0.1:${port}`;
  const until = Date.now() + startsWithin;
  while (!(await isReady(endpoint))) {
    if (engine.exitCode !== null || Date.now() > until) {
      throw new Error(`the engine did not start:\n${await readFile(log, 'utf8')}`);
    }
    await sleep(100);
  }
  return { endpoint, clientEnvironment: clientEnvironment(endpoint, region) };
}

/** The environment of programs that use the engine as a region of AWS. */
export function clientEnvironment(endpoint: string, region: string): Environment {
  return {
    ...bareEnvironment,
    ...credentials(region),
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_S3: endpoint,
    // Neither the user's own profiles nor an instance's role may be found.
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    CDK_DISABLE_VERSION_CHECK: 'true',
  };
}

function credentials(region: string): Environment {
  return {
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
  };
}

async function isReady(endpoint: string): Promise<boolean> {
  try {
    return (await fetch(`${endpoint}/_ministack/health`)).ok;
  } catch {
    return false;
  }
}
