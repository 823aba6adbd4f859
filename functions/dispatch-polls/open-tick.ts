import type { ChainActivity } from '../activity/chain-activity.ts';
import { chainKey } from '../chain/chains.ts';
import { chooseWatches, type UnderstoodRow, type WatchedRow } from '../wallet/read-watchlist.ts';
import { nodePart } from '../wallet/watch.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';

export async function openTick(
  read: readonly UnderstoodRow[],
  tick: Date,
  {
    states,
    quota,
    activity,
    isReadFromNode,
  }: Pick<DispatchDependencies, 'states' | 'quota' | 'activity' | 'isReadFromNode'>,
  isBetween = false,
) {
  const watchlist = chooseWatches(read);
  const rows = watchlist.watched.filter(({ watch }) => !watch.paused);
  const parts = watchlist.watched.flatMap((one) => {
    const part = isReadFromNode(one.watch.chain) ? null : nodePart(one.watch);
    return part === null ? [] : [{ ...one, watch: part }];
  });
  // Paused wallets of a chain read from its node are scanned too: no later scan would read those blocks again.
  const scanned = watchlist.watched.filter(({ watch }) => !watch.paused || isReadFromNode(watch.chain));
  const watches = [...scanned, ...parts].map(({ watch }) => watch);
  const opened = await activity?.open(watches, tick, isBetween);
  const nodes = opened?.nodes ?? new Map<string, ChainActivity>();
  const keyOf = ({ watch }: WatchedRow) => chainKey(watch.chain);
  const unpaused = parts.filter(({ watch }) => !watch.paused);
  /** The unpaused rows, and their parts: what they ask of their chain's node beside the API. */
  const watched = [...rows, ...unpaused.filter((one) => nodes.has(keyOf(one)))];
  const unheard = unpaused.filter((one) => !nodes.has(keyOf(one)));
  /** Parts whose chain has no node (`nodeless`), or of which this tick can't tell whether there is one (`perhapsNodeless`). */
  const { true: nodeless = [], false: perhapsNodeless = [] } = Object.groupBy(unheard, (one) =>
    String(opened?.nodeless.has(keyOf(one)) ?? true),
  );
  const notBegun = await states.notBegun(watched.map(({ watch }) => watch));
  const isSpent = await quota.isSpent();
  const common = { at: tick, notBegun, isSpent, isBetween };
  const rowsOfTick = { watchlist, rows, watched, nodeless, perhapsNodeless };
  return { ...rowsOfTick, nodes, unread: opened?.unread ?? [], common };
}
