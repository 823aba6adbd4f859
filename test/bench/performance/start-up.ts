import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FunctionFolder } from '../../../lib/aws/bundling.ts';
import { bundle, repository } from './bundle.ts';
import { type Ratio, ratioOf } from './ratio.ts';

const run = promisify(execFile);
const goal = 1.3;

/** The AWS clients that a function makes, and no more: what a start can't do without. */
const everyFunction = ['lib-dynamodb', 'client-dynamodb', 'client-ssm', 'client-sns'];
const clients: Readonly<Record<FunctionFolder, readonly string[]>> = {
  'dispatch-polls': [...everyFunction, 'client-sqs'],
  'poll-wallets': everyFunction,
  'deliver-alerts': [...everyFunction, 'client-sqs'],
};

/** How long a bundled function takes to be imported beside the same AWS clients alone, and what it weighs. */
export async function startUp(
  folder: FunctionFolder,
  scratch: string,
): Promise<Ratio & { kilobytes: number }> {
  const ours = join(scratch, folder, 'ours.mjs');
  const bare = join(scratch, folder, 'bare.mjs');
  const entry = join(scratch, folder, 'entry.ts');
  await mkdir(join(scratch, folder), { recursive: true });
  await writeFile(
    entry,
    clients[folder]
      .map((name, n) => `import * as c${n} from '@aws-sdk/${name}'; globalThis.c${n} = c${n};`)
      .join('\n'),
  );
  const kilobytes = await bundle(`${repository}functions/${folder}/handler.ts`, ours);
  await bundle(entry, bare);
  const ratio = await ratioOf(
    `start of ${folder}`,
    goal,
    () => importTime(ours),
    () => importTime(bare),
    9,
  );
  return { ...ratio, kilobytes };
}

/** Milliseconds of processor time, in a process of its own. */
async function importTime(path: string): Promise<number> {
  const script = `const begun = process.cpuUsage();
    await import(${JSON.stringify(path)});
    const { user, system } = process.cpuUsage(begun);
    console.log((user + system) / 1000);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
  return Number(stdout);
}
