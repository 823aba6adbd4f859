import type { Address } from '../../chain/address.ts';
import { chainKey } from '../../chain/chains.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import type { Watch } from '../../wallet/watch.ts';
import { type ChainRecord, newcomersOf } from '../chain-record.ts';
import { type ChainDependencies, controlName, type KnownChain, stampAt } from '../opened-chain.ts';
import type { LookedFor } from '../scan/log-queries.ts';
import type { Scan } from '../scan/scan-chain.ts';
import { note } from '../scan/transfer-logs.ts';
import { lookAtWallets } from '../state/look-at-wallets.ts';
import type { WalletState } from '../state/wallet-state.ts';
import type { SourceDependencies } from './found-by-scan.ts';
import { keepApprovals } from './keep-approvals.ts';
import { keepTransfers } from './keep-transfers.ts';
import { type ReadCoin, readCoin } from './read-coin.ts';
import { type Past, readPasts, unreadOf } from './read-past.ts';

export interface SourceRead extends Pick<ChainRecord, 'coinThrough' | 'stateThrough' | 'looked'> {
  /** Wallets whose first poll waits for their past. */
  readonly unreadPast: ReadonlySet<Address>;
}

interface SourceScan extends Pick<SourceRead, 'unreadPast'> {
  readonly scan: Scan;
  readonly what: LookedFor;
}
type AskDependencies = ChainDependencies & { readonly source: SourceDependencies };

/** Reads what the logs of a scan don't say, and stores all of it for the wallets' polls. */
export async function readSource(
  known: KnownChain,
  beginning: readonly Watch[],
  sourceScan: SourceScan,
  calls: NodeCalls,
  deps: AskDependencies,
): Promise<SourceRead> {
  const { chain, watches, record, marks } = known;
  const found = { chain, watches, record, marks, scan: sourceScan.scan };
  const coin = await readCoin(found, calls, { ...deps, ...deps.source });
  const looked = await look(known, sourceScan.scan, coin, calls, deps);
  const { table, source, clock } = deps;
  await keepApprovals(found, calls, {
    ...source,
    given: known.items.given,
    stamp: stampAt(known.minute, clock),
    keepGiven: (given) => table.put(chain, 'given', given),
    dropGiven: (given) => table.remove(chain, 'given', given),
  });
  await keepTransfers(found, coin, calls, source);
  const unreadPast = await lookBack(known, beginning, sourceScan, calls, deps);
  return { coinThrough: coin.through, ...looked, unreadPast };
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

/** Reads state after the last scanned block, and notes wallets with news as seen. */
async function look(
  { chain, watches, record, items, controlled, minute }: KnownChain,
  { span, seen, scanned }: Scan,
  { bodies }: ReadCoin,
  node: NodeCalls,
  { table, rosters, balances, source, clock, log }: AskDependencies,
): Promise<Pick<SourceRead, 'stateThrough' | 'looked'>> {
  const { looked, stateThrough } = record;
  if (span === null) return { looked, stateThrough };
  const wasSeen = rosters.get(controlName(chain));
  const newcomers = new Set(newcomersOf(controlled, record.looked, wasSeen));
  const last = balances.get(chainKey(chain));
  const asked = {
    chain,
    watches: watches.filter(({ paused }) => !paused),
    block: span.to,
    states: items.states,
    isUnfinished: record.asking !== null,
    isFirst: (wallet: Address) => record.looked.length === 0 || newcomers.has(wallet),
    minute,
    stamp: stampAt(minute, clock),
    balances: last !== undefined && last.hash === scanned?.hash ? last.balances : null,
    bodies,
  };
  const keepStates = (states: readonly WalletState[]) => table.put(chain, 'state', states);
  const found = await lookAtWallets(asked, node, { ...source, keepStates, log });
  for (const wallet of found.wallets) note(wallet, span.to, 'sent', seen);
  return {
    looked: found.readsControl ? controlled.sums : looked,
    stateThrough: found.isWhole ? span.to : (stateThrough ?? span.from - 1),
  };
}
