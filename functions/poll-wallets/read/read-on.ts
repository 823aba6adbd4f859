import type { Clock } from '../../runtime/clock.ts';
import type { LongRead } from '../../state/cursor.ts';
import type { CallLimits } from '../../transfer/source.ts';
import { NoSlot } from '../../transfer/source-errors.ts';
import type { PollOutcome } from '../poll-outcome.ts';

/**
 * Goes on with a read that one part did not end, part by part, while more than half of what the poll has from now on is left:
 * time to read another one, and to deal with what it shows.
 * @param next reads and deals with one more
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
      // A source that repeats its positions would be asked without end.
      if (last.cursor.reading?.position === position && last.cursor.reading.below === below) return last;
    } catch (error) {
      return waiting(last, error);
    }
  }
  return last;
}

/**
 * The plan has no call left for now: what was dealt with is, and the next poll goes on.
 * @throws any other error
 */
export function waiting(last: PollOutcome, error: unknown): PollOutcome {
  if (error instanceof NoSlot) return { ...last, behind: true, waitsFor: error.message };
  throw error;
}
