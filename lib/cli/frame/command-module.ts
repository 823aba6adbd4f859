import { once } from 'node:events';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type Clock, systemClock } from '../../../functions/runtime/clock.ts';
import type { FunctionFolder } from '../../aws/bundling.ts';
import { type Aws, openAws } from '../stack/aws.ts';
import type { Streams } from '../streams.ts';
import type { Permission } from './permissions.ts';

/** One command: what it takes and does, and what AWS must allow for it. */
export interface CommandModule {
  readonly permissions: readonly Permission[];
  make(context: Context): CommandUnknownOpts;
}

/** Which stack is meant, as the command line has it. */
export interface StackOptions {
  readonly stack: string;
  readonly region?: string | undefined;
  readonly json?: true | undefined;
  /** A local run in its place: the port of its page, true for the usual one. */
  readonly local?: string | true | undefined;
}

/** A command about a stack, with the options that all of those have. */
export function stackCommand(name: string) {
  return new Command(name)
    .option('--stack <name>', 'name of the stack', 'Chainbell')
    .option('--region <name>', 'region of the stack, where the environment names another or none')
    .option('--json', 'JSON on stdout in place of text');
}

/** A command that works on a local run too, which has tables and topics and none of AWS's other services. */
export function localCommand(name: string) {
  return stackCommand(name).option(
    '--local [port]',
    'the run that npm start made on this machine, by the port of its page',
  );
}

/** A command about one watched wallet. */
export function walletCommand(name: string) {
  return localCommand(name)
    .argument('<wallet>', 'its address or its label')
    .option('--chain <name>', chainOfWallet);
}

export const chainOfWallet =
  'chain of the wallet, by name or hex id; eth, or that of the wallet with the label';

/** The end of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** What a command works with besides its arguments. */
export interface Context {
  readonly streams: Streams;
  readonly clock: Clock;
  /** @param region null: the environment's */
  readonly openAws: (region: string | null) => Aws;
  /** Ends when the person at the terminal wants a command to end that goes on, such as the page at this address. */
  readonly interrupted: (address: string) => Promise<void>;
  /** What Lambda says of a function whose code is what this checkout or package deploys. */
  readonly codeSha256: (folder: FunctionFolder) => Promise<string>;
}

/** What is outside of a command and its streams: AWS and the time. */
export type Outside = Omit<Context, 'streams'>;

/** AWS with the credentials of the environment, the machine's own clock, and the sources at hand. */
export const realOutside: Outside = {
  clock: systemClock,
  openAws,
  interrupted: async () => {
    await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  },
  codeSha256: async (folder) => (await import('../../aws/bundling.ts')).codeSha256(folder),
};
