import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type Clock, systemClock } from '../../../functions/runtime/clock.ts';
import type { FunctionFolder } from '../../aws/bundling.ts';
import { type Aws, openAws } from '../stack/aws.ts';
import type { OpenStack } from '../stack/chainbell-stack.ts';
import type { JsonOption, Streams } from '../streams.ts';

/** A command, and the AWS actions that it needs. */
export interface CommandModule {
  readonly permissions: readonly Permission[];
  /** What its help says below the options, before the examples. */
  readonly help?: string;
  readonly examples: readonly string[];
  make(context: Context): CommandUnknownOpts;
}

export interface StackOptions extends JsonOption {
  readonly stack: string;
  readonly region?: string | undefined;
  /** A local run instead: its page's port, true for the default. */
  readonly local?: string | true | undefined;
}

export function stackCommand(name: string) {
  return new Command(name)
    .option('--stack <name>', 'name of the stack', 'Chainbell')
    .option('--region <name>', 'region of the stack, where the environment names another or none')
    .option('--json', 'JSON on stdout in place of text');
}

/** Works on a local run too, which has only tables and topics. */
export function localCommand(name: string) {
  return stackCommand(name).option(
    '--local [port]',
    'the run that npm start made on this machine, by the port of its page',
  );
}

export function walletCommand(name: string) {
  return localCommand(name)
    .argument('<wallet>', 'its address or its label')
    .option('--chain <name>', chainOfWallet);
}

export const chainOfWallet =
  'chain of the wallet, by name or hex id; eth, or that of the wallet with the label';

export interface Context extends Outside {
  readonly streams: Streams;
  /** The stack, or the local run, that the options name. */
  readonly open: (options: StackOptions) => Promise<OpenStack>;
  /** Answers with the value as JSON if the options say so, else with the text. */
  readonly say: (options: JsonOption, value: unknown, text: string) => Promise<void>;
}

/** What tests put something else in place of. */
export interface Outside {
  readonly clock: Clock;
  /** @param region null: the environment's */
  readonly openAws: (region: string | null) => Aws;
  /** Resolves when the person at the terminal ends a running command, such as the page at this address. */
  readonly interrupted: (address: string) => Promise<void>;
  /** Runs AWS CDK's command in this terminal. Returns its exit code. */
  readonly cdk: (args: readonly string[], stdout: 'stdout' | 'stderr') => Promise<number>;
  /** Lambda's hash of a function built from these sources. */
  readonly codeSha256: (folder: FunctionFolder) => Promise<string>;
}

export const realOutside: Outside = {
  clock: systemClock,
  openAws,
  interrupted: async () => {
    await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  },
  cdk: async (args, stdout) => {
    const child = spawn('cdk', args, { stdio: ['inherit', process[stdout], 'inherit'] });
    const [code] = await once(child, 'close');
    return code ?? 1;
  },
  codeSha256: async (folder) => (await import('../../aws/bundling.ts')).codeSha256(folder),
};

/** A part of AWS that commands work on; `account`: actions that no policy can narrow down. */
export type AwsPart =
  | 'stack'
  | 'watchlist'
  | 'state'
  | 'history'
  | 'contacts'
  | 'dispatch'
  | 'poll'
  | 'deliver'
  | 'alerts'
  | 'operations'
  | 'queues'
  | 'destinationQueues'
  | 'deadLetters'
  | 'readers'
  | 'schedule'
  | 'apiKey'
  | 'nodeUrls'
  | 'heartbeat'
  | 'secrets'
  | 'account';

/** Listed by docs/examples/policies/README.md. */
export interface Permission {
  readonly action: string;
  /** Empty if AWS allows it to everybody. */
  readonly on: readonly AwsPart[];
  /** Absent: always needed. */
  readonly when?: string;
  /** What the command leaves out without it; absent: the command fails. */
  readonly without?: string;
}

/** Those of a command that looks up its stack. */
export function stackPermissions(...more: readonly (Permission | readonly Permission[])[]): Permission[] {
  return [{ action: 'cloudformation:DescribeStacks', on: ['stack'] }, ...more.flat()];
}

/** Actions of a service on one part, all of them always needed. */
export function calls(part: AwsPart, service: string, ...actions: readonly string[]): Permission[] {
  return actions.map((action) => ({ action: `${service}:${action}`, on: [part] }));
}

/** For a note beside an answer. */
export const aside = {
  when: 'where a wallet is mistyped, or named by its label',
  without: 'nothing is suggested, and no label is understood',
};

/** For suggestions after a mistyped wallet. */
export const suggestPermission: Permission = { action: 'dynamodb:Scan', on: ['watchlist'], ...aside };
