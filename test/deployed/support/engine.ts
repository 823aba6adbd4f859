import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { bareEnvironment, type Environment, repository, startProgram } from './programs.ts';

/** A local AWS that fires schedules, runs the functions and holds them to their roles' policies. */
export interface Engine {
  readonly endpoint: string;
  readonly clientEnvironment: Environment;
}

const startsWithin = 60_000;
/** Where the stack under test is; a test may deploy another one elsewhere. */
export const region = 'us-east-1';

/**
 * Starts an engine on loopback, with all it writes in `scratch`.
 * @throws Error with the engine's own words where it does not come up
 */
export async function startEngine(scratch: string): Promise<Engine> {
  const python = process.env.CHAINBELL_ENGINE_PYTHON;
  if (python === undefined) throw new Error('start the deployed tests by npm run test:deployed');
  const port = await freePort();
  const temporary = join(scratch, 'engine');
  await mkdir(temporary, { recursive: true });
  // Kept for a look after the tests: the functions' own output is in it.
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

/** For programs that are to take the engine for a region of AWS. */
export function clientEnvironment(endpoint: string, region: string): Environment {
  return {
    ...bareEnvironment,
    ...credentials(region),
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_S3: endpoint,
    // Neither the account's own profiles nor an instance's role may be found.
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
