import { chainKey } from '../chain/chains.ts';
import type { EpochMinutes } from '../chain/units.ts';
import { tickMinute } from '../runtime/clock.ts';
import {
  chooseWatches,
  type UnderstoodRow,
  understandRow,
  type WatchedRow,
  type Watchlist,
} from '../wallet/read-watchlist.ts';
import { nodeWatch, watchedKinds, watchKey } from '../wallet/watch.ts';
import type { DispatchDependencies } from './dependencies.ts';

/** An open tick, with the dependencies that process it. */
export interface Tick extends DispatchDependencies, Readonly<OpenedTick['common']> {
  /** Names the tick in messages; undefined: polls are not counted for the heartbeat. */
  readonly name?: string | undefined;
}

type OpenedTick = Awaited<ReturnType<typeof openTick>>;

/** Reads the watches, nodes and limits of a tick. @param read the whole Watchlist @param isBetween the tick is a scan between two ticks */
export async function openTick(
  read: readonly UnderstoodRow[],
  tick: Date,
  { findNotBegun, quota, activity, isReadFromNode, lostTicks }: DispatchDependencies,
  isBetween = false,
) {
  const watchlist = chooseWatches(read);
  const all = watchlist.watched;
  const isUnpaused = ({ watch }: WatchedRow) => !watch.paused;
  const mended = watchlist.unreadable.flatMap(withoutFaults);
  const known = new Map([...mended, ...all].map((one) => [watchKey(one.watch), one])).values().toArray();
  const beside = known.flatMap((one) => {
    const watch = isReadFromNode(one.watch.chain) ? null : nodeWatch(one.watch);
    return watch === null ? [] : [{ ...one, watch, whole: one }];
  });
  // On a chain that is read from its node, paused and unreadable rows are scanned, too: no later scan reads these blocks.
  const scanned = known.filter((one) => isUnpaused(one) || isReadFromNode(one.watch.chain));
  const toScan = [...scanned, ...beside].map(({ watch }) => watch);
  const { nodes, nodeless: withoutNode, unread } = await activity.open(toScan, tick, isBetween);
  const hasNode = ({ watch }: WatchedRow) => nodes.has(chainKey(watch.chain));
  const isNodeless = ({ watch }: WatchedRow) => withoutNode.has(chainKey(watch.chain));
  const rows = all.filter(isUnpaused);
  const unpausedBeside = beside.filter(isUnpaused);
  /** The unpaused rows, and their node watches on API chains that have a node. */
  const watched = [...rows, ...unpausedBeside.filter(hasNode)];
  const unheard = unpausedBeside.filter((one) => !hasNode(one));
  const nodeless = unheard.filter(isNodeless).map(({ whole }) => whole);
  const perhapsNodeless = unheard.filter((one) => !isNodeless(one)).map(({ whole }) => whole);
  return {
    watchlist: { ...watchlist, nodeless, perhapsNodeless },
    rows,
    watched,
    nodes,
    unread,
    common: {
      /** When the tick was due, however late it runs. */
      at: tick,
      /** The last tick before that sent its polls, in minutes. */
      last: lastBefore(tickMinute(tick), lostTicks),
      notBegun: await findNotBegun(watched.map(({ watch }) => watch)),
      /** The day has no calls left. */
      isSpent: await quota.isSpent(),
      isBetween,
    },
  };
}

function lastBefore(minute: EpochMinutes, lost: ReadonlySet<EpochMinutes>): EpochMinutes {
  let last = minute - 1;
  while (lost.has(last)) last -= 1;
  return last;
}

/** Values in place of mistyped attributes: with them a scan reads all that the row may ask for. */
const askingForMost: Readonly<Record<string, unknown>> = { watch: watchedKinds, tokens: 'native' };

/** Reads an unreadable row as a paused one, without its faults. Empty if the wallet or the chain can't be read. */
function withoutFaults({ row, error }: Watchlist['unreadable'][number]): WatchedRow[] {
  const instead = askingForMost[error.attribute] ?? '';
  const read = understandRow({ ...row, [error.attribute]: instead, paused: true });
  if ('watch' in read) return [read];
  return read.error.attribute === error.attribute ? [] : withoutFaults(read);
}
