import type { Readable } from 'node:stream';
import { type Command, Option } from '@commander-js/extra-typings';
import { parseInterval, parseSweepInterval } from '../../../functions/wallet/read-row.ts';
import { readWatchlist, type WatchedRow } from '../../../functions/wallet/read-watchlist.ts';
import type { Load, WalletGroup } from '../../cost/load.ts';
import { type Problem, readInput } from '../bulk/read-entries.ts';
import { readRows } from '../bulk/read-rows.ts';
import { readChain } from '../frame/watched-wallet.ts';
import { readOption, Unusable } from '../unusable.ts';

/** Adds the options that say what the load is. */
export function estimateOptions(command: Command) {
  return command
    .option('--wallets <number>', 'how many wallets')
    .option('--file <file>', 'which wallets: a file as import takes it; - for stdin')
    .option('--chain <name>', 'chain of the wallets, or of the rows that name none', 'eth')
    .option('--every <interval>', 'how often each is polled, unless its row says otherwise', '1m')
    .option('--activity <time>', 'time a day with a transfer each minute', '5m')
    .option('--sweep-every <interval>', 'with a node: how often a wallet without activity is polled', '6h')
    .addOption(
      new Option('--scan-every <interval>', 'with a node: how often it is scanned')
        .choices(['15s', '30s', '1m'])
        .default('15s'),
    )
    .option('--calls-per-day <number>', 'calls a day of the API plan: intervals stretch to fit it')
    .option('--calls-per-second <number>', 'calls a second of the API plan (default: as many as needed)')
    .option('--json', 'JSON on stdout in place of text');
}

export type TypedEstimateOptions = ReturnType<ReturnType<typeof estimateOptions>['opts']>;

export interface AskedLoad extends Omit<Load, 'node' | 'callsPerSecond'> {
  readonly callsPerSecond: number | null;
  readonly unreadable: readonly Problem[];
}

/** @throws Unusable naming what can't be used */
export async function readEstimateOptions(typed: TypedEstimateOptions, stdin: Readable): Promise<AskedLoad> {
  if ((typed.wallets === undefined) === (typed.file === undefined))
    throw new Unusable('estimate needs --wallets or --file: chainbell export | chainbell estimate --file -');
  const everySeconds = readOption('--every', () => parseInterval(typed.every));
  const chain = readChain(typed.chain);
  const { groups, unreadable } =
    typed.file === undefined
      ? {
          groups: [{ chain: chain.id, everySeconds, wallets: countOf('--wallets', typed.wallets) }],
          unreadable: [],
        }
      : ofFile(await readInput(typed.file, stdin), chain.name, everySeconds);
  return {
    groups,
    activeMinutes: minutesOf(typed.activity),
    sweepSeconds: readOption('--sweep-every', () => parseSweepInterval(typed.sweepEvery)),
    scanSeconds: parseInterval(typed.scanEvery),
    callsPerDay: typed.callsPerDay === undefined ? null : countOf('--calls-per-day', typed.callsPerDay),
    callsPerSecond: typed.callsPerSecond === undefined ? null : paceOf(typed.callsPerSecond),
    unreadable,
  };
}

function ofFile(text: string, chain: string, everySeconds: number): Pick<AskedLoad, 'groups' | 'unreadable'> {
  const rows = readRows(text, chain);
  const { watched } = readWatchlist(rows.flatMap((one) => ('row' in one ? [one.row] : [])));
  const groups = groupsOf(watched, everySeconds);
  if (groups.length === 0) throw new Unusable('The file has no wallet that would be polled.');
  return { groups, unreadable: rows.filter((one) => 'problem' in one) };
}

/** Without paused rows. */
function groupsOf(watched: readonly WatchedRow[], everySeconds: number): WalletGroup[] {
  const groups = new Map<string, WalletGroup>();
  for (const { watch } of watched) {
    if (watch.paused) continue;
    const every = watch.everySeconds ?? everySeconds;
    const key = `${watch.chain.id} ${every}`;
    const wallets = (groups.get(key)?.wallets ?? 0) + 1;
    groups.set(key, { chain: watch.chain.id, everySeconds: every, wallets });
  }
  return [...groups.values()];
}

function countOf(option: string, text = ''): number {
  const count = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  if (count < 1) throw new Unusable(`${option}: "${text.slice(0, 40)}" is not a whole number above 0.`);
  return count;
}

function paceOf(text: string): number {
  const pace = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (pace < 0.5)
    throw new Unusable(`--calls-per-second: "${text.slice(0, 40)}" is not a number of 0.5 or more.`);
  return pace;
}

/** Minutes of a day: `5m`, `2h`, `0m`. */
function minutesOf(text: string): number {
  const [, count, unit] = /^(\d{1,4})(m|h)$/.exec(text.trim().toLowerCase()) ?? [];
  const minutes = Number(count) * (unit === 'h' ? 60 : 1);
  if (!(minutes <= 1_440))
    throw new Unusable(`--activity: "${text.slice(0, 40)}" is not a time such as 5m, 1h or 0m.`);
  return minutes;
}
