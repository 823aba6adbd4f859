import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { deploy, destroy, type Settings, synthesise } from './deploy.ts';
import { clientEnvironment } from './engine.ts';
import { freePort } from './free-port.ts';
import { removePermission } from './policy-statements.ts';
import { createStack } from './stack.ts';
import { stack as first } from './the-stack.ts';

interface OwnStack {
  readonly stackName: string;
  readonly region?: string;
  /** The port of the stack's API. */
  readonly apiPort?: number;
  readonly keyParameter: string;
  /** Settings given on the command line; they include the key's parameter by default. */
  readonly settings?: Settings;
  /** In chainbell.json. */
  readonly file?: Readonly<Record<string, unknown>>;
  /** A permission to remove. */
  readonly without?: string;
}

/** A test file's own stack on the first stack's engine; it is destroyed after the file's tests. */
export async function deployOwnStack({
  stackName,
  region = first.deployment.region,
  apiPort,
  keyParameter,
  settings = { apiKeyParameter: keyParameter },
  file = {},
  without = '',
}: OwnStack) {
  const { endpoint } = first.deployment;
  const port = apiPort ?? (await freePort());
  const scratch = await mkdtemp(join(tmpdir(), 'chainbell-own-'));
  const assembly = join(scratch, 'cdk.out');
  const environment = clientEnvironment(endpoint, region);
  const all = { stackName, baseUrl: `http://127.0.0.1:${port}`, ...settings };
  if (without !== '') {
    await synthesise(assembly, all);
    await removePermission(assembly, without, stackName);
  }
  const outputs = await deploy(assembly, all, environment, without !== '', file);
  let isThere = true;
  const remove = async () => {
    if (isThere) await destroy(assembly, environment);
    isThere = false;
  };
  afterAll(async () => {
    await remove();
    await rm(scratch, { recursive: true, force: true });
  });
  return { ...createStack({ endpoint, region, apiPort: port, keyParameter, stackName, outputs }), remove };
}
