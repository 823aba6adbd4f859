import { setTimeout as timer } from 'node:timers/promises';
import { Unusable } from '../cli/unusable.ts';
import { readOptions } from './options.ts';
import { createTerminal } from './terminal.ts';
import { whichApi } from './which-api.ts';

/** Milliseconds. State is saved before it is reported, so nothing is lost by cutting off. */
const endWithin = 1_300;
/** Ctrl-C under npm arrives twice within this time. */
const sameKeystroke = 500;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if ('help' in options) {
    void endAsked(); // A reader that has gone (`| head -3`) is no fault.
    process.stdout.write(options.help);
    return;
  }
  const api = await whichApi(process.env, options);
  const asked = endAsked();
  const terminal = createTerminal(process.stdout, process.stderr, options.json);
  // Loaded late, so that a mistake is answered at once, and Ctrl-C works meanwhile.
  const starting = import('./run.ts').then(({ startLocalRun }) => startLocalRun(options, api, terminal));
  const end = await Promise.race([starting, asked]);
  await asked;
  if (end !== undefined) await Promise.race([end(), timer(endWithin)]);
  process.exit(0);
}

/**
 * Resolves at SIGINT, SIGTERM, or when stdout's reader has gone (`| head -1`). A second SIGINT ends the process at once.
 * npm's script says `exec`: a shell in between would keep signals and exit with 130.
 */
function endAsked(): Promise<undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const ask = () => resolve(undefined);
  let interruptedAt: number | null = null;
  process.on('SIGINT', () => {
    if (interruptedAt !== null && Date.now() - interruptedAt > sameKeystroke) process.exit(130);
    interruptedAt ??= Date.now();
    ask();
  });
  process.on('SIGTERM', ask);
  process.stdout.on('error', (error) => (error.message.startsWith('ENOSPC') ? reject(error) : ask()));
  process.stderr.on('error', () => {});
  return promise;
}

/** The embedded engines throw the machine's errors where nobody can catch them. */
process.on('uncaughtException', (error) => {
  const isOfDisk = /^Database is closed|^IO error|^ENOSPC/.test(error.message);
  if (!isOfDisk && !(error instanceof Unusable) && !('syscall' in error)) throw error;
  const advice = isOfDisk ? ': free disk space, or take another --data directory' : '';
  const said = error instanceof Unusable ? error.message : `The run can't go on (${error.message})${advice}.`;
  process.stderr.write(`${said}\n`);
  process.exit(2);
});
await main();
