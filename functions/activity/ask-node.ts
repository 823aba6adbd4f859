import type { Address } from '../chain/address.ts';
import { type Chain, chainKey } from '../chain/chains.ts';
import { createNodeCalls, type NodeCalls } from '../node/json-rpc.ts';
import type { NodeParameter } from '../node/node-parameters.ts';
import type { PostToNode } from '../node/post-to-node.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { Watch } from '../wallet/watch.ts';
import type { ActivityTable, ChainItems } from './activity-table.ts';
import { type ChainRecord, newcomersOf, type Roster } from './chain-record.ts';
import { type Past, readPasts, unreadOf } from './read-past.ts';
import { noScan, type Scan, scanChain } from './scan/scan-chain.ts';
import { largestSizes } from './scan/scan-range.ts';
import { type LookedFor, note } from './scan/transfer-logs.ts';
import {
  keepTransfers,
  type LastBalances,
  type ReadCoin,
  readCoin,
  type SourceDependencies,
} from './source-scan.ts';
import { lookAtWallets } from './state/look-at-wallets.ts';
import type { WalletState } from './state/wallet-state.ts';

export interface OpenedChain {
  readonly chain: Chain;
  readonly node: NodeParameter;
  /** Without paused ones, unless the chain is read from its node. */
  readonly watches: readonly Watch[];
  readonly items: ChainItems;
  readonly minute: number;
  /** Between this tick and the next. */
  readonly isBetween: boolean;
}

export interface ChainDependencies {
  readonly post: PostToNode;
  readonly table: ActivityTable;
  /** By chain key, as this process last stored them. */
  readonly rosters: Map<string, Roster>;
  readonly balances: LastBalances;
  /** Absent: no chain is read from its node. */
  readonly source?: SourceDependencies | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

export interface KnownChain extends OpenedChain, Pick<ChainItems, 'record' | 'marks' | 'finds'> {
  /** Undefined: the chain is not read from its node. */
  readonly source: SourceDependencies | undefined;
  readonly roster: Roster;
  readonly newcomers: readonly Address[];
  readonly controlled: Roster;
}

const hour = 60;
/** Maximum calls of a tick and of the scans until the next tick. `callsOfPart` reads what the API lacks, after the hints. */
const callsOfHints = 100;
const callsOfSource = 300;
const callsOfPart = callsOfSource - callsOfHints;

interface AskedScan extends Pick<ChainRecord, 'coinThrough' | 'looked' | 'calls'> {
  /** As it was saved before the node was asked. */
  readonly asked: ChainRecord;
  readonly scan: Scan;
  /** Wallets whose first poll waits for their past. */
  readonly unreadPast: ReadonlySet<Address>;
}

/** Scans the node, and stores transfers if the chain is read from it. */
export async function askNode(
  known: KnownChain,
  beginning: readonly Watch[],
  deps: ChainDependencies,
): Promise<AskedScan> {
  const { chain, node, watches, record, minute, isBetween, source } = known;
  const before = isBetween ? record.calls.made : 0;
  const counted = (made: number) => ({ minute, made: before + made });
  const unreadPast = unreadOf(source ? beginning : [], known.items.pasts);
  const unread = { coinThrough: record.coinThrough, looked: record.looked, calls: counted(0), unreadPast };
  if (node.kind !== 'url') return { ...unread, asked: record, scan: noScan(record, node) };
  // Largest sizes again each hour: the host may have raised its limits, or refused only a crowded minute.
  const sizes = minute % hour === 0 && !isBetween ? largestSizes : record.sizes;
  const isPart = chain.part !== undefined;
  const most = source === undefined ? callsOfHints : isPart ? callsOfPart : callsOfSource;
  const calls = createNodeCalls(node.url, sizes.batches, deps, most - before);
  let asked = record;
  const failed = (reason: string) => ({
    ...unread,
    calls: counted(calls.made),
    asked,
    scan: noScan(record, { kind: 'unreadable', reason }),
  });
  try {
    // The node's answer may kill this process (memory): the next tick must know that the node was asked.
    const saved = await deps.table.save(chain, { ...record, asking: minute });
    // Of two writers one could take back what the other has just seen. A scan between ticks may come twice.
    if (saved === null && (source || isBetween)) return failed('Somebody else scans this chain.');
    asked = saved ?? record;
    const watched = new Map(watches.map((watch) => [watch.wallet, watch]));
    const what = source === undefined ? 'tokens' : isPart ? 'others' : 'everything';
    const scan = await scanChain(chain, watched, { ...record, sizes }, calls, deps.clock, {
      what,
      isBetween,
    });
    if (source === undefined) return { ...unread, asked, scan, calls: counted(calls.made) };
    const read = await readSource(known, beginning, { scan, what, unreadPast }, calls, { ...deps, source });
    return { asked, scan, ...read, calls: counted(calls.made) };
  } catch (error) {
    deps.log.error('error: a scan failed in a way that nobody foresaw', {
      chain: chain.name,
      error: error instanceof Error ? error.name : typeof error,
    });
    return failed('The scan failed.');
  } finally {
    calls.end();
  }
}

type SourceScan = Pick<AskedScan, 'scan' | 'unreadPast'> & { readonly what: LookedFor };
type AskDependencies = ChainDependencies & { readonly source: SourceDependencies };

/** Reads what the logs of a scan don't say, and stores all of it for the wallets' polls. */
async function readSource(
  known: KnownChain,
  beginning: readonly Watch[],
  sourceScan: SourceScan,
  calls: NodeCalls,
  deps: AskDependencies,
): Promise<Pick<AskedScan, 'coinThrough' | 'looked' | 'unreadPast'>> {
  const { chain, watches, record, marks } = known;
  const found = { chain, watches, record, marks, scan: sourceScan.scan };
  const coin = await readCoin(found, calls, { ...deps, ...deps.source });
  const looked = await look(known, sourceScan.scan, coin, calls, deps);
  await keepTransfers(found, coin, calls, deps.source);
  const unreadPast = await lookBack(known, beginning, sourceScan, calls, deps);
  return { coinThrough: coin.through, looked, unreadPast };
}

/** Reads on in the past of wallets with a `fromBlock`, and forgets it once their polls have begun. */
async function lookBack(
  { chain, items, minute, isBetween }: KnownChain,
  beginning: readonly Watch[],
  { scan, what, unreadPast }: SourceScan,
  node: NodeCalls,
  { table, source, clock }: AskDependencies,
): Promise<ReadonlySet<Address>> {
  const { span } = scan;
  if (span === null || isBetween) return unreadPast;
  const begins = new Set(beginning.map(({ wallet }) => wallet));
  const begun = Array.from(items.pasts.values()).filter(({ wallet }) => !begins.has(wallet));
  await table.remove(chain, 'past', begun);
  const { pasts } = items;
  const asked = { chain, beginning, pasts, span, what, minute, stamp: stampAt(minute, clock) };
  const keep = (pasts: readonly Past[]) => table.put(chain, 'past', pasts);
  return unreadOf(beginning, await readPasts(asked, node, { ...source, keep }));
}

/** Reads state after the last scanned block, and notes wallets with news as seen. @returns roster sums whose state is known */
async function look(
  { chain, watches, record, items, controlled, minute }: KnownChain,
  { span, seen, scanned }: Scan,
  { bodies }: ReadCoin,
  node: NodeCalls,
  { table, rosters, balances, source, clock, log }: AskDependencies,
): Promise<readonly number[]> {
  if (span === null) return record.looked;
  const wasSeen = rosters.get(controlName(chain));
  const newcomers = new Set(newcomersOf(controlled, record.looked, wasSeen));
  const last = balances.get(chainKey(chain));
  const asked = {
    chain,
    watches: watches.filter(({ paused }) => !paused),
    block: span.to,
    states: items.states,
    isFirst: (wallet: Address) => record.looked.length === 0 || newcomers.has(wallet),
    minute,
    stamp: stampAt(minute, clock),
    balances: last !== undefined && last.hash === scanned?.hash ? last.balances : null,
    bodies,
  };
  const keepStates = (states: readonly WalletState[]) => table.put(chain, 'state', states);
  const { wallets, readsControl } = await lookAtWallets(asked, node, { ...source, keepStates, log });
  for (const wallet of wallets) note(wallet, span.to, 'sent', seen);
  return readsControl ? controlled.sums : record.looked;
}

/** Names what this tick writes: two ticks may have the same minute. */
export function stampAt(minute: number, clock: Pick<Clock, 'now'>): string {
  return `${minute}.${clock.now()}`;
}

/** The key of a chain's controlled wallets among the rosters. */
export function controlName(chain: Chain): string {
  return `${chainKey(chain)} control`;
}
