import type { ChainActivity } from '../activity/chain-activity.ts';
import { chainKey } from '../chain/chains.ts';
import { chooseWatches, type UnderstoodRow, type WatchedRow } from '../wallet/read-watchlist.ts';
import { nodePart } from '../wallet/watch.ts';
import type { DispatchDependencies } from './dependencies.ts';

/**
 * What a tick knows before it sends polls: the wallets that are watched, what their chains' nodes show, and whose watch has not begun.
 * @param read every row of the Watchlist
 * @param isBetween a scan between two ticks
 */
export async function openTick(
  read: readonly UnderstoodRow[],
  tick: Date,
  { findNotBegun, quota, activity, isReadFromNode }: DispatchDependencies,
  isBetween = false,
) {
  const watchlist = chooseWatches(read);
  const all = watchlist.watched;
  const isUnpaused = ({ watch }: WatchedRow) => !watch.paused;
  const parts = all.flatMap((one) => {
    const part = isReadFromNode(one.watch.chain) ? null : nodePart(one.watch);
    return part === null ? [] : [{ ...one, watch: part }];
  });
  // Paused wallets of a chain read from its node are scanned too: no later scan would read those blocks again.
  const scanned = all.filter((one) => isUnpaused(one) || isReadFromNode(one.watch.chain));
  const opened = await activity?.open(
    [...scanned, ...parts].map(({ watch }) => watch),
    tick,
    isBetween,
  );
  const nodes: ReadonlyMap<string, ChainActivity> = opened?.nodes ?? new Map();
  const hasNode = ({ watch }: WatchedRow) => nodes.has(chainKey(watch.chain));
  const isNodeless = ({ watch }: WatchedRow) => opened?.nodeless.has(chainKey(watch.chain)) ?? true;
  const rows = all.filter(isUnpaused);
  const unpaused = parts.filter(isUnpaused);
  /** The unpaused rows, and the parts of rows that their chain's node serves beside the API. */
  const watched = [...rows, ...unpaused.filter(hasNode)];
  const unheard = unpaused.filter((part) => !hasNode(part));
  const nodeless = unheard.filter(isNodeless);
  const perhapsNodeless = unheard.filter((part) => !isNodeless(part));
  return {
    watchlist: { ...watchlist, nodeless, perhapsNodeless },
    rows,
    watched,
    nodes,
    unread: opened?.unread ?? [],
    common: {
      at: tick,
      notBegun: await findNotBegun(watched.map(({ watch }) => watch)),
      isSpent: await quota.isSpent(),
      isBetween,
    },
  };
}
