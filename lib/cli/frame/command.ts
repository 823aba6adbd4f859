import { once } from 'node:events';
import { join } from 'node:path';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type Clock, systemClock } from '../../../functions/runtime/clock.ts';
import { defaultStack } from '../../../functions/text/phrases.ts';
import type { FunctionFolder } from '../../aws/bundling.ts';
import { readSettingsFile, settingsFile } from '../../aws/settings/settings-at-hand.ts';
import { type Aws, openAws } from '../stack/aws.ts';
import type { OpenStack } from '../stack/open-stack.ts';
import type { JsonOption, Streams } from '../streams.ts';
import { readOption } from '../unusable.ts';

/** A command, and the AWS actions that it needs. */
export interface CommandModule<Base = string> {
  readonly permissions: readonly Permission[];
  /** The text of its help between the options and the examples. */
  readonly help?: string;
  readonly examples: readonly string[];
  make(base: Base, context: Context): CommandUnknownOpts;
}

/** `local`: the port of a local run's page, or true for the default port. */
export type StackOptions = Readonly<ReturnType<ReturnType<typeof onStackOrRun>['opts']>>;

/** The stack that `cdk deploy` makes in this folder. @throws Unusable if its chainbell.json can't be read */
export function stackAtHand(): string {
  const file = join(process.cwd(), settingsFile);
  return String(readOption(null, () => readSettingsFile(file)).stackName ?? defaultStack);
}

/** A command with the options of all commands that work on a stack. */
export function onStack(name: string) {
  return new Command(name)
    .option('--stack <name>', 'name of the stack', stackAtHand())
    .option('--region <name>', 'region of the stack, if the environment names none or another')
    .option('--json', 'JSON on stdout in place of text');
}

/** Works on a local run too, which has only tables and topics. */
export function onStackOrRun(name: string) {
  return onStack(name).option(
    '--local [port]',
    'use the run of npm start on this machine; its page has this port',
  );
}

function onWallet(name: string) {
  return onStackOrRun(name)
    .argument('<wallet>', 'its address or its label')
    .option('--chain <name>', chainOfWallet);
}

export const chainOfWallet = "chain of the wallet, by name or hex id (default: eth, or the label's chain)";

const describeStacks: Permission = { action: 'cloudformation:DescribeStacks', on: ['stack'] };

/** Makes commands of one kind. @param always permissions of each of them */
function kindOf<Base>(base: (name: string) => Base, always: readonly Permission[]) {
  return ({ permissions, make, ...texts }: CommandModule<Base>): CommandModule => ({
    ...texts,
    permissions: [...always, ...permissions],
    make: (name, context) => make(base(name), context),
  });
}

export const stackCommand = kindOf(onStack, [describeStacks]);
export const localCommand = kindOf(onStackOrRun, [describeStacks]);
export const walletCommand = kindOf(onWallet, [describeStacks]);
/** For subcommands on a stack. */
export const groupCommand = kindOf((name) => new Command(name), [describeStacks]);
/** Works without a stack. */
export const plainCommand = kindOf((name) => new Command(name), []);

export interface Context extends Outside {
  readonly streams: Streams;
  /** The stack, or the local run, that the options name. */
  readonly open: (options: StackOptions) => Promise<OpenStack>;
  /** Answers with the value as JSON if the options say so, else with the text. */
  readonly say: (options: JsonOption, value: unknown, text: string) => Promise<void>;
}

/** The outside world, which tests replace. */
export interface Outside {
  readonly clock: Clock;
  /** @param region null: the environment's */
  readonly openAws: (region: string | null) => Aws;
  /** Resolves when somebody ends a command that keeps running, such as the page. @param address where the page is */
  readonly interrupted: (address: string) => Promise<void>;
  /** Lambda's hash of a function built from these sources. */
  readonly codeSha256: (folder: FunctionFolder) => Promise<string>;
}

export const realOutside: Outside = {
  clock: systemClock,
  openAws,
  interrupted: async () => {
    await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
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
  | 'tickRole'
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

/** Actions on one part that are always needed. */
export function allow(part: AwsPart, ...actions: readonly string[]): Permission[] {
  return actions.map((action) => ({ action, on: [part] }));
}

/** For permissions that serve only suggestions and labels. */
export const aside = {
  when: 'where a wallet is mistyped, or named by its label',
  without: 'nothing is suggested, and no label is understood',
};

/** For suggestions after a mistyped wallet. */
export const suggestPermission: Permission = { action: 'dynamodb:Scan', on: ['watchlist'], ...aside };
