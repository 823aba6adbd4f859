import type { ChainActivity, NodeTroubles } from '../activity/chain-activity.ts';
import { chainKey } from '../chain/chains.ts';
import {
  chooseWatches,
  type UnderstoodRow,
  type WatchedRow,
  type Watchlist,
} from '../wallet/read-watchlist.ts';
import { nodePart } from '../wallet/watch.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';
import type { Tick } from './send-due.ts';

interface OpenedTick {
  readonly watchlist: Watchlist;
  /** Not paused. */
  readonly rows: readonly WatchedRow[];
  /** The unpaused rows, and what they ask of their chain's node as watches of their own. */
  readonly watched: readonly WatchedRow[];
  /** Of the chains that were opened, by chain key. */
  readonly nodes: ReadonlyMap<string, ChainActivity>;
  readonly unread: readonly NodeTroubles[];
  /** Rows that ask for what only a node shows, on chains without one. */
  readonly nodeless: readonly WatchedRow[];
  /** Rows that ask for it on chains of which this tick can't see whether they have one. */
  readonly perhapsNodeless: readonly WatchedRow[];
  readonly common: Pick<Tick, 'tick' | 'notBegun' | 'isSpent' | 'isBetween'>;
}

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
): Promise<OpenedTick> {
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
  const watched = [...rows, ...unpaused.filter((one) => nodes.has(keyOf(one)))];
  const unheard = unpaused.filter((one) => !nodes.has(keyOf(one)));
  const { true: nodeless = [], false: perhapsNodeless = [] } = Object.groupBy(unheard, (one) =>
    String(opened?.nodeless.has(keyOf(one)) ?? true),
  );
  const notBegun = await states.notBegun(watched.map(({ watch }) => watch));
  const isSpent = await quota.isSpent();
  const common = { tick, notBegun, isSpent, isBetween };
  const rowsOfTick = { watchlist, rows, watched, nodeless, perhapsNodeless };
  return { ...rowsOfTick, nodes, unread: opened?.unread ?? [], common };
}
