import type { Address } from '../../chain/address.ts';
import { chainKey } from '../../chain/chains.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import { type ChainRecord, newcomersOf } from '../chain-record.ts';
import { controlName, type ReadDependencies, type SourceScan } from '../opened-chain.ts';
import { note } from '../scan/transfer-logs.ts';
import { lookAtWallets } from '../state/look-at-wallets.ts';
import { keepApprovals } from './keep-approvals.ts';
import { keepTransfers } from './keep-transfers.ts';
import { type ReadCoin, readCoin } from './read-coin.ts';
import { readPasts } from './read-past.ts';

export interface SourceRead extends Pick<ChainRecord, 'coinThrough' | 'stateThrough' | 'looked'> {
  /** Wallets whose first poll waits until their earlier logs (`fromBlock`) are read. */
  readonly unreadPast: ReadonlySet<Address>;
}

/**
 * Reads coin and state, which logs don't show, and stores them with the logged transfers for polls.
 * @param unreadPast as it was before; a scan between ticks reads no past
 */
export async function readSource(
  found: SourceScan,
  unreadPast: ReadonlySet<Address>,
  calls: NodeCalls,
  deps: ReadDependencies,
): Promise<SourceRead> {
  const coin = await readCoin(found, calls, deps);
  const looked = await look(found, coin, calls, deps);
  await keepApprovals(found, coin, calls, deps);
  await keepTransfers(found, coin, calls, deps);
  const unread = found.isBetween ? unreadPast : await readPasts(found, calls, deps);
  return { coinThrough: coin.through, ...looked, unreadPast: unread };
}

/** Reads state after the last scanned block, and notes wallets with news as seen. */
async function look(found: SourceScan, { bodies }: ReadCoin, node: NodeCalls, deps: ReadDependencies) {
  const { chain, controlled, record, scan } = found;
  const { looked, stateThrough } = record;
  const { span, seen, scanned } = scan;
  const newcomers = new Set(newcomersOf(controlled, looked, deps.rosters.get(controlName(chain))));
  const last = deps.balances.get(chainKey(chain));
  const asked = {
    ...found,
    bodies,
    block: span.to,
    lastBlock: stateThrough ?? span.to,
    states: found.items.state,
    isUnfinished: record.asking !== null,
    isFirst: (wallet: Address) => looked.length === 0 || newcomers.has(wallet),
    balances: last?.hash === scanned.hash ? last.balances : null,
  };
  const { wallets, readsControl, isWhole } = await lookAtWallets(asked, node, deps);
  for (const wallet of wallets) note(wallet, span.to, 'sent', seen);
  return {
    looked: readsControl ? controlled.sums : looked,
    stateThrough: isWhole ? span.to : (stateThrough ?? span.from - 1),
  };
}
