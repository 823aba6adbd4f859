import type { Hints } from '../activity/hints.ts';
import { inBatches } from '../runtime/batches.ts';
import type { WatchedRow } from '../wallet/read-watchlist.ts';
import { watchKey } from '../wallet/watch.ts';
import type { DispatchDependencies } from './dependencies.ts';
import { type DuePoll, duePolls, rotate } from './due-polls.ts';
import { inMessages, type TickOfPolls } from './in-messages.ts';
import type { NotBegun } from './rows/not-begun.ts';

/** An open tick, with the dependencies that process it. */
export interface Tick extends DispatchDependencies {
  /** When the tick was due. It decides which polls are due, however late the tick runs. */
  readonly at: Date;
  readonly notBegun: ReadonlyMap<string, NotBegun>;
  /** The day has no calls left. */
  readonly isSpent: boolean;
  /** A scan between two ticks: only what it shows is polled. */
  readonly isBetween: boolean;
  /** Names the tick in messages; undefined: polls are not counted for the heartbeat. */
  readonly name?: string | undefined;
}

export interface SentPolls {
  readonly polls: number;
  /** Refused by the queue. */
  readonly unsent: number;
}

/** Bounds memory: the messages of 100,000 polls would take a tenth of the function's. */
const pollsAtATime = 10_000;

export async function sendDue(
  due: readonly DuePoll[],
  pace: Pick<TickOfPolls, 'stretch' | 'partOfLife' | 'pollsADay' | 'sweepSeconds' | 'isUrgent'>,
  { at, name, notBegun, isSpent, clock, spread, callsPerDay, send }: Tick,
): Promise<SentPolls> {
  // With no calls left today, only new wallets are sent: a watch begins with its first poll, even if that fails.
  const sent = isSpent ? due.filter(({ watch }) => notBegun.has(watchKey(watch))) : due;
  const now = clock.now();
  const common = { ...pace, at, now, spread: spread(now), callsPerDay, heartbeat: name };
  let unsent = 0;
  for (const some of inBatches(rotate(sent, at), pollsAtATime))
    unsent += await send(inMessages(some, common));
  return { polls: sent.length, unsent };
}

/** Between two ticks only these are polled: seen by this scan, in a row that allows a poll at each tick. */
export function isPolledAtOnce(
  { watch }: WatchedRow,
  { seen, repeated }: Pick<Hints, 'seen' | 'repeated'>,
  { notBegun, everySeconds }: Tick,
): boolean {
  const { wallet } = watch;
  if (!seen.has(wallet) || repeated.has(wallet) || notBegun.has(watchKey(watch))) return false;
  return (watch.everySeconds ?? everySeconds) <= 60;
}

/** @param stretch the factor of the row's interval */
export function dueNow(
  row: WatchedRow,
  stretch: number,
  { at, notBegun, isBetween, everySeconds }: Pick<Tick, 'at' | 'notBegun' | 'isBetween' | 'everySeconds'>,
): readonly DuePoll[] {
  const interval = (row.watch.everySeconds ?? everySeconds) * stretch;
  const due = duePolls(row, interval, notBegun.get(watchKey(row.watch)) ?? null, at);
  return isBetween ? due.slice(0, 1) : due;
}
