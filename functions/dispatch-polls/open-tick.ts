import { chooseWatches, type Watchlist } from '../wallet/read-watchlist.ts';
import type { UnderstoodRow, WatchedRow } from '../wallet/understand-row.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';
import { type OpenNodes, openNodes } from './hints/open-nodes.ts';
import type { ChainsTick } from './send-due.ts';

interface OpenedTick extends Pick<OpenNodes, 'nodes' | 'nodeless'> {
  readonly watchlist: Watchlist;
  /** Not paused. */
  readonly rows: readonly WatchedRow[];
  /** With what they ask of their chain's node. */
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
