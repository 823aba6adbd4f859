import { setTimeout as timer } from 'node:timers/promises';
import { Unusable } from '../cli/unusable.ts';
import { readOptions } from './options.ts';
import { onEndAsked } from './process-end.ts';
import { createTerminal } from './terminal.ts';
import { usage } from './usage.ts';
import { whichApi } from './which-api.ts';

/** What is still open after this is cut off: state is saved before it is told, so nothing is lost. */
const endWithin = 1_300;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  const api = whichApi(process.env);
  const asked = onEndAsked();
  const terminal = createTerminal({ stdout: process.stdout, stderr: process.stderr, json: options.json });
  // Not before: a mistake is answered at once, and Ctrl-C is heard while all the rest loads.
  const starting = import('./run.ts').then(({ startLocalRun }) => startLocalRun(options, api, terminal));
  const end = await Promise.race([starting, asked]);
  await asked;
  if (end !== undefined) await Promise.race([end(), timer(endWithin)]);
  process.exit(0);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Unusable)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
