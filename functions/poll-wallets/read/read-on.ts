import type { Clock } from '../../runtime/clock.ts';
import type { LongRead } from '../../state/cursor.ts';
import type { CallLimits } from '../../transfer/source.ts';
import { NoSlot } from '../../transfer/source-errors.ts';
import type { PollOutcome } from '../poll-outcome.ts';

/**
 * Reads further parts while more than half of the poll's remaining time is left: enough for one more part and its alerts.
 * @param next reads one part and deals with it
 */
export async function readOnWhileEarly(
  outcome: PollOutcome,
  clock: Pick<Clock, 'now'>,
  { deadline }: Pick<CallLimits, 'deadline'>,
  next: (before: PollOutcome, reading: LongRead) => Promise<PollOutcome>,
): Promise<PollOutcome> {
  const half = (clock.now() + deadline) / 2;
  let last = outcome;
  while (last.cursor.reading !== null && clock.now() < half) {
    const { position, below } = last.cursor.reading;
    try {
      last = await next(last, last.cursor.reading);
      // A source that repeats a position would be read forever.
      if (last.cursor.reading?.position === position && last.cursor.reading.below === below) return last;
    } catch (error) {
      return waiting(last, error);
    }
  }
  return last;
}

/**
 * If the plan has no call left, this poll ends as it is and the next one continues.
 * @throws any other error
 */
export function waiting(last: PollOutcome, error: unknown): PollOutcome {
  if (error instanceof NoSlot) return { ...last, behind: true, waitsFor: error.message };
  throw error;
}
