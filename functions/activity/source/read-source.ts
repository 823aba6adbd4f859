import type { Address } from '../../chain/address.ts';
import { chainKey } from '../../chain/chains.ts';
import type { BlockBody } from '../../node/blocks.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import type { Watch } from '../../wallet/watch.ts';
import { type ChainRecord, newcomersOf } from '../chain-record.ts';
import { type ChainDependencies, controlName, type KnownChain } from '../opened-chain.ts';
import { note } from '../scan/transfer-logs.ts';
import { lookAtWallets } from '../state/look-at-wallets.ts';
import type { FoundByScan, SourceDependencies } from './found-by-scan.ts';
import { keepApprovals } from './keep-approvals.ts';
import { keepTransfers } from './keep-transfers.ts';
import { readCoin } from './read-coin.ts';
import { readPasts } from './read-past.ts';

export interface SourceRead extends Pick<ChainRecord, 'coinThrough' | 'stateThrough' | 'looked'> {
  /** Wallets whose first poll waits until their earlier logs (`fromBlock`) are read. */
  readonly unreadPast: ReadonlySet<Address>;
}

interface SourceScan extends KnownChain, Pick<FoundByScan, 'scan'>, Pick<SourceRead, 'unreadPast'> {
  readonly beginning: readonly Watch[];
}

type ReadDependencies = ChainDependencies & { readonly source: SourceDependencies };

/** Reads coin and state, which logs don't show, and stores them with the logged transfers for polls. */
export async function readSource(
  found: SourceScan,
  calls: NodeCalls,
  deps: ReadDependencies,
): Promise<SourceRead> {
  const { chain, items, stamp, isBetween, unreadPast } = found;
  const { table, source } = deps;
  const coin = await readCoin(found, calls, { ...deps, ...source });
  const looked = await look(found, coin.bodies, calls, deps);
  await keepApprovals(found, calls, {
    ...source,
    given: items.given,
    stamp,
    keepGiven: (given) => table.put(chain, 'given', given),
    dropGiven: (given) => table.remove(chain, 'given', given),
  });
  await keepTransfers(found, coin, calls, source);
  const read = { coinThrough: coin.through, ...looked, unreadPast };
  if (isBetween) return read;
  const unread = await readPasts(found, calls, {
    ...source,
    keep: (pasts) => table.put(chain, 'past', pasts),
    drop: (pasts) => table.remove(chain, 'past', pasts),
  });
  return { ...read, unreadPast: unread };
}

/** Reads state after the last scanned block, and notes wallets with news as seen. */
async function look(
  { chain, watches, record, items, controlled, minute, stamp, scan: { span, seen, scanned } }: SourceScan,
  bodies: readonly BlockBody[],
  node: NodeCalls,
  { table, rosters, balances, source, log }: ReadDependencies,
): Promise<Pick<SourceRead, 'stateThrough' | 'looked'>> {
  const { looked, stateThrough } = record;
  const newcomers = new Set(newcomersOf(controlled, looked, rosters.get(controlName(chain))));
  const last = balances.get(chainKey(chain));
  const asked = {
    ...{ chain, minute, stamp, bodies },
    watches: watches.filter(({ paused }) => !paused),
    block: span.to,
    states: items.states,
    isUnfinished: record.asking !== null,
    isFirst: (wallet: Address) => looked.length === 0 || newcomers.has(wallet),
    balances: last?.hash === scanned.hash ? last.balances : null,
  };
  const found = await lookAtWallets(asked, node, {
    ...source,
    keepStates: (states) => table.put(chain, 'state', states),
    log,
  });
  for (const wallet of found.wallets) note(wallet, span.to, 'sent', seen);
  return {
    looked: found.readsControl ? controlled.sums : looked,
    stateThrough: found.isWhole ? span.to : (stateThrough ?? span.from - 1),
  };
}
