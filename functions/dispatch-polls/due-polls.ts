import { hash } from 'node:crypto';
import type { EpochMilliseconds, EpochMinutes, Seconds } from '../chain/units.ts';
import type { PollActivity } from '../queue/poll-message.ts';
import { tickMinute } from '../runtime/clock.ts';
import type { WatchedRow } from '../wallet/read-watchlist.ts';
import { watchKey } from '../wallet/watch.ts';
import type { Tick } from './open-tick.ts';

/** Share of the plan for polls; pages, first reads, catching up and coin lookups use the rest. */
export const planShare = 0.8;
export const daySeconds = 86_400;

/** The factor by which intervals stretch to fit the plan. */
export function stretchFor(asked: number, callsPerDay: number): number {
  return Math.max(1, asked / (callsPerDay * planShare));
}

export interface DuePoll extends Pick<WatchedRow, 'row' | 'watch'> {
  /** Seconds after the tick. */
  readonly delay: number;
  readonly intervalSeconds: Seconds;
  /** The watch begins in a bulk import. */
  readonly bulk: boolean;
  /** Absent if the chain has no node. */
  readonly activity?: PollActivity;
}

/**
 * A wallet's polls in this tick, several for an interval below a minute. With a longer interval a wallet is due when
 * `floor((minute + phase) / interval)` changes; the phase, a hash of its key, spreads wallets evenly. Polls of lost ticks are due in
 * the tick after them. A wallet without a successful poll is due at once, and after 1, 2, 4, 8 minutes and so on.
 */
export function dueNow(
  { row, watch }: Pick<WatchedRow, 'row' | 'watch'>,
  stretch: number,
  { at: tick, last, notBegun, isBetween, everySeconds }: TickTimes,
): readonly DuePoll[] {
  const intervalSeconds = (watch.everySeconds ?? everySeconds) * stretch;
  const { bulk = false, minutes = null } = notBegun.get(watchKey(watch)) ?? {};
  const at = (delay: number): DuePoll => ({ row, watch, delay, intervalSeconds, bulk });
  if (intervalSeconds < 60) {
    const polls = pollsPerMinute(intervalSeconds);
    return Array.from({ length: isBetween ? 1 : polls }, (_, i) => at(Math.floor((i * 60) / polls)));
  }
  const interval = intervalSeconds / 60;
  // Without the phase: hashing each wallet is a good part of a large tick.
  if (interval === 1) return [at(0)];
  const phase = phaseOf(watchKey(watch));
  const due = Math.floor((tickMinute(tick) + phase) / interval) !== Math.floor((last + phase) / interval);
  const again = minutes === 0 || (minutes !== null && Number.isInteger(Math.log2(minutes)));
  return due || again ? [at(0)] : [];
}

type TickTimes = Pick<Tick, 'at' | 'last' | 'notBegun' | 'isBetween' | 'everySeconds'>;

/** The first time after `now` at which a wallet that has begun is polled; epoch milliseconds. */
export function nextPollAt(
  watch: Parameters<typeof watchKey>[0],
  intervalSeconds: Seconds,
  now: EpochMilliseconds,
): number {
  if (intervalSeconds < 60) {
    const pause = 1_000 * Math.floor(60 / pollsPerMinute(intervalSeconds));
    return (Math.floor(now / pause) + 1) * pause;
  }
  const interval = intervalSeconds / 60;
  const phase = phaseOf(watchKey(watch));
  const minute = Math.floor(now / 60_000) + phase;
  const next = Math.ceil((Math.floor(minute / interval) + 1) * interval);
  return (next - phase) * 60_000;
}

/** The same polls, starting from another one at each tick, so that no wallet is always last. The golden ratio spreads the starts. */
export function rotate<Poll>(polls: readonly Poll[], tick: Date): readonly Poll[] {
  const first = Math.floor(((tickMinute(tick) * 0.618_033_988_749_895) % 1) * polls.length);
  return [...polls.slice(first), ...polls.slice(0, first)];
}

/** Whole polls a minute, rounded down, so that no interval makes more calls than the plan counts for it. */
function pollsPerMinute(intervalSeconds: Seconds): number {
  return Math.max(1, Math.floor(60 / intervalSeconds));
}

/** Seconds between two polls as dueNow makes them. */
export function secondsBetween(intervalSeconds: Seconds): number {
  return intervalSeconds < 60 ? 60 / pollsPerMinute(intervalSeconds) : intervalSeconds;
}

/**
 * Whether the present poll of a wallet, which is polled every `pollSeconds`, is the first one in the current sweep interval.
 * @param last the tick before, in minutes
 */
export function isFirstOfSweep(
  key: string,
  { pollSeconds, sweepSeconds }: { readonly pollSeconds: Seconds; readonly sweepSeconds: Seconds },
  { minute, last }: { readonly minute: EpochMinutes; readonly last: number },
): boolean {
  const phase = phaseOf(key);
  const pollMinutes = pollSeconds / 60;
  const before = last + phase;
  const dueBefore = pollMinutes <= 1 ? before : Math.ceil(Math.floor(before / pollMinutes) * pollMinutes);
  const interval = sweepSeconds / 60;
  return Math.floor((minute + phase) / interval) !== Math.floor(dueBefore / interval);
}

/** Minutes by which a key's intervals begin earlier: a number far above any interval, the same at every tick. */
function phaseOf(key: string): number {
  return hash('sha256', key, 'buffer').readUInt32BE(0);
}
