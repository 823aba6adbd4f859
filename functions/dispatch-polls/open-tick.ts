import type { ChainActivity } from '../activity/chain-activity.ts';
import { chainKey } from '../chain/chains.ts';
import {
  chooseWatches,
  type UnderstoodRow,
  type WatchedRow,
  type Watchlist,
} from '../wallet/read-watchlist.ts';
import { nodePart } from '../wallet/watch.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';
import type { ChainsTick } from './send-due.ts';

interface OpenNodes {
  /** Of the chains that were opened, by chain key. */
  readonly nodes: ReadonlyMap<string, ChainActivity>;
  /** What unpaused rows ask of their chain's node. */
  readonly parts: readonly WatchedRow[];
  /** Rows that ask for what only a node shows, on chains without one. */
  readonly nodeless: readonly WatchedRow[];
}

/** @param rows paused ones too */
async function openNodes(
  rows: readonly WatchedRow[],
  tick: Date,
  { activity, isReadFromNode }: Pick<DispatchDependencies, 'activity' | 'isReadFromNode'>,
  isBetween = false,
): Promise<OpenNodes> {
  const parts = rows.flatMap((one) => {
    const part = isReadFromNode(one.watch.chain) ? null : nodePart(one.watch);
    return part === null ? [] : [{ ...one, watch: part }];
  });
  // Paused wallets of a chain read from its node are scanned too: no later scan would read those blocks again.
  const asking = rows.filter(({ watch }) => !watch.paused || isReadFromNode(watch.chain));
  const watches = [...asking, ...parts].map(({ watch }) => watch);
  const opened = await activity?.open(watches, tick, isBetween);
  const nodes = opened?.nodes ?? new Map<string, ChainActivity>();
  const keyOf = ({ watch }: WatchedRow) => chainKey(watch.chain);
  const polled = parts.filter(({ watch }) => !watch.paused);
  return {
    nodes,
    parts: polled.filter((one) => nodes.has(keyOf(one))),
    nodeless: polled.filter((one) => opened?.nodeless.has(keyOf(one)) ?? true),
  };
}

interface OpenedTick extends Pick<OpenNodes, 'nodes' | 'nodeless'> {
  readonly watchlist: Watchlist;
  /** Not paused. */
  readonly rows: readonly WatchedRow[];
  /** The unpaused rows, and their node parts as watches of their own. */
  readonly watched: readonly WatchedRow[];
  readonly common: ChainsTick;
}

export async function openTick(
  read: readonly UnderstoodRow[],
  tick: Date,
  deps: Pick<DispatchDependencies, 'states' | 'quota' | 'activity' | 'isReadFromNode'>,
  isBetween = false,
): Promise<OpenedTick> {
  const watchlist = chooseWatches(read);
  const rows = watchlist.watched.filter(({ watch }) => !watch.paused);
  const { nodes, parts, nodeless } = await openNodes(watchlist.watched, tick, deps, isBetween);
  const watched = [...rows, ...parts];
  const notBegun = await deps.states.notBegun(watched.map(({ watch }) => watch));
  const isSpent = await deps.quota.isSpent();
  return { watchlist, rows, watched, nodes, nodeless, common: { tick, notBegun, isSpent, isBetween } };
}
