import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import * as z from 'zod';
import { isReadFromNode } from '../../../functions/chain/chain-sources.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { secondsBetween } from '../../../functions/dispatch-polls/due-polls.ts';
import { everyText } from '../../../functions/rate/poll-pace.ts';
import { readWatchlist, type Watchlist } from '../../../functions/wallet/read-watchlist.ts';
import type { Settings } from '../../aws/settings/definitions.ts';
import type { FilterPolicy } from '../../aws/settings/destination.ts';
import { parsedOrAsIs } from '../../aws/settings/setting.ts';
import { deploySettings } from '../../aws/settings/settings-at-hand.ts';
import { estimateOf } from '../../cost/estimate.ts';
import { type WalletGroup, walletsOf } from '../../cost/load.ts';
import { dollars } from '../estimate/estimate.ts';
import { groupsOf } from '../estimate/estimate-options.ts';
import { type Context, plainCommand } from '../frame/command.ts';
import { AwsUnavailable } from '../stack/aws-problem.ts';
import { NoSuchStack } from '../stack/open-stack.ts';
import { allRows } from '../stack/watchlist.ts';
import type { JsonOption } from '../streams.ts';
import { sayTable } from '../table.ts';
import { readOption, Unfinished, Unusable } from '../unusable.ts';

const without = 'what is deployed already is left out';

export const deploy = plainCommand({
  permissions: [
    { action: 'cloudformation:DescribeStacks', on: ['stack'], without },
    { action: 'dynamodb:Scan', on: ['watchlist'], without },
    { action: 'sts:GetCallerIdentity', on: [], without },
  ],
  examples: ['chainbell deploy', 'chainbell deploy -c every=5m --profile prod'],
  make: (command, context) =>
    command
      .argument('[more...]', 'what else cdk deploy takes, such as --require-approval never')
      .option('-c, --context <name=value>', 'a setting, as cdk deploy takes it', collect)
      .option('--profile <name>', 'profile of the AWS credentials, as cdk deploy takes it')
      .option('--json', "the summary as JSON on stdout, CDK's words on stderr")
      .allowUnknownOption()
      .action(async (rest, { context: given = [], profile, json }) => {
        const settings = await settingsOf(given);
        if (profile !== undefined) process.env.AWS_PROFILE = profile;
        await sayDeploy(settings, { json }, context);
        const own = [...given.flatMap((one) => ['-c', one]), ...(profile ? ['--profile', profile] : [])];
        const exitCode = await context.cdk(['deploy', ...rest, ...own], json ? 'stderr' : 'stdout');
        if (exitCode !== 0) throw new Unfinished('', exitCode);
      }),
});

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const cdkJson = z.object({ app: z.literal('sh bin/app.ts'), context: z.record(z.string(), z.unknown()) });

/** The settings that `cdk deploy` takes in this folder. @throws Unusable if it is no checkout, or a setting can't be used */
async function settingsOf(given: readonly string[]) {
  const text = await readFile(join(process.cwd(), 'cdk.json'), 'utf8').catch(() => '{}');
  const { data } = cdkJson.safeParse(parsedOrAsIs(text));
  if (data === undefined)
    throw new Unusable(
      'This folder is no checkout of Chainbell, or its cdk.json is broken: chainbell deploy works in a checkout only. An app with the construct is deployed by npx cdk deploy.',
    );
  const pairs = given.map((one) => /^([^=]+)=(.*)$/s.exec(one)?.slice(1) ?? [one, '']);
  const context = { ...data.context, ...Object.fromEntries(pairs) };
  return readOption(null, () => deploySettings(context, process.cwd(), process.env));
}

/** The number of wallets whose cost is shown for a stack without wallets. */
const tenWallets = (everySeconds: number) => [{ chain: findChain('eth').id, everySeconds, wallets: 10 }];

/** Says what cdk deploy is about to make. @throws AwsUnavailable if nothing can be deployed */
async function sayDeploy(settings: Settings, options: JsonOption, context: Context): Promise<void> {
  const { stackName: stack, every } = settings;
  const aws = context.openAws(null);
  const list = await ifSeen<Watchlist | 'new'>(
    async () => readWatchlist(await allRows(await context.open({ stack }))),
    'new',
  );
  const account = await ifSeen(async () => {
    const sts = await aws.sts();
    const { Account } = await sts.send(new GetCallerIdentityCommand({}));
    return `, in account ${Account}, ${await sts.config.region()}`;
  }, '');
  const { watched, unreadable } = list === 'new' || list === null ? { watched: [], unreadable: [] } : list;
  const groups = groupsOf(watched, every);
  const bad = unreadable.length === 0 ? '' : `; unreadable and not polled: ${unreadable.length}`;
  const rows = list === 'new' ? 'which begin empty' : `whose rows are kept${bad}`;
  const summary = {
    stack: `${stack}${list === 'new' ? ', a new one' : ''}${account ?? ''}`,
    tables: `Watchlist, State, History, Contacts, ${rows}`,
    ...linesOf(settings, groups.length === 0 ? tenWallets(every) : groups),
    rights:
      "the functions use these tables and topics, read their own SSM parameters and the account's SMS limit, and may do nothing else",
    public: 'nothing: no URL, no port, no bucket',
  };
  await sayTable(context.streams, options, summary, [], Object.entries(summary), '');
}

type Named = Pick<Settings, 'emails' | 'phones' | 'webhooks' | 'destinations'>;

function receiversOf({ emails, phones, webhooks, destinations }: Named): string {
  const chats = destinations.map(
    ({ name, kind, filter }) =>
      `${name} (${kind}${only(filter)}${kind === 'pagerduty' ? leftOpen(filter) : ''})`,
  );
  const numbers = phones.map(
    ({ phone, filter }) => phone + (filter === undefined ? '' : ` (${only(filter).slice(2)})`),
  );
  const all = [...emails, ...numbers, ...webhooks, ...chats];
  return all.length === 0 ? 'NOBODY by these settings; chainbell subscribe adds one' : all.join(', ');
}

function only(filter: FilterPolicy | undefined): string {
  return filter === undefined ? '' : `, only ${JSON.stringify(filter)}`;
}

/** A pager resolves an incident only if its filter passes the alert that ends it. Filters on other attributes treat both alike. */
function leftOpen({ $or = [], ...filter }: FilterPolicy = {}): string {
  const chosen = [filter, ...$or].map((branch) => Object(branch));
  const passed = JSON.stringify(chosen.map(({ severity, type }) => [severity, type]));
  const staysOpen = /"(warning|balance\.low)"/.test(passed) && !/"(info|balance\.restored)"/.test(passed);
  return staysOpen ? ', which opens balance.low and drops balance.restored' : '';
}

function chainsOf({ source, baseUrl }: Settings): string {
  if (source === 'node') return 'each from a node of its own (chainbell rpc set)';
  const api = `from the API at ${new URL(baseUrl).host}`;
  const named = Object.keys(source === 'api' ? {} : source).map(findChain);
  const nodes = named.filter((chain) => isReadFromNode(chain, source));
  const names = nodes.map(({ name }) => name).join(', ');
  return nodes.length === 0 ? `all ${api}` : `${names} from a node each, all others ${api}`;
}

function linesOf(settings: Settings, groups: readonly WalletGroup[]): Readonly<Record<string, string>> {
  const { source, callsPerDay, callsPerSecond, opsEmails, destinations } = settings;
  const node = groups.every(({ chain }) => isReadFromNode(findChain(chain), source));
  const { scanEvery: scanSeconds, sweepEvery: sweepSeconds } = settings;
  const load = { groups, node, scanSeconds, sweepSeconds, callsPerDay, callsPerSecond, activeMinutes: 5 };
  const { stretch, awsAMonth, cloudWatchAMonth } = estimateOf(load);
  const paces = groups.map(({ everySeconds }) => everyText(secondsBetween(everySeconds * stretch)));
  const plan = `${callsPerDay ?? 'any number of'} API calls a day, ${callsPerSecond} a second`;
  const wallets = `${walletsOf({ groups })} wallets`;
  // No filter keeps operations messages back.
  const chats = destinations.filter((one) => one.operations).map((one) => ({ ...one, filter: undefined }));
  const operations = { emails: opsEmails, phones: [], webhooks: [], destinations: chats };
  return {
    chains: chainsOf(settings),
    functions: `dispatch-polls, poll-wallets${destinations.length === 0 ? '' : ', deliver-alerts'}`,
    schedule: 'one, every minute, beside alarms and a dashboard',
    plan: node ? 'none is needed' : `${plan}: ${wallets} are polled ${[...new Set(paces)].join(' or ')}`,
    alerts: `to ${receiversOf(settings)}`,
    operations: `to ${receiversOf(operations)}`,
    cost: `${dollars(awsAMonth.sum)} a month for ${wallets}, ${dollars(awsAMonth.sum + cloudWatchAMonth)} if the account's free alarms and metrics are used up`,
  };
}

/** Null: AWS does not let this be seen. @param none if there is no stack */
async function ifSeen<Seen>(look: () => Promise<Seen>, none: Seen): Promise<Seen | null> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof NoSuchStack) return none;
    if (!(error instanceof Unusable) || error instanceof AwsUnavailable) throw error;
    return null;
  }
}
