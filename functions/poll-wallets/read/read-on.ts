import type { Clock } from '../../runtime/clock.ts';
import type { CallLimits } from '../../transfer/source.ts';
import { NoSlot } from '../../transfer/source-errors.ts';
import type { PollOutcome } from '../poll-outcome.ts';

/** Whether half of what a poll has from now on is still before it: time to read on, and to deal with what that shows. */
export function isEarly(
  clock: Pick<Clock, 'now'>,
  { deadline }: Pick<CallLimits, 'deadline'>,
): () => boolean {
  const now = clock.now();
  return () => clock.now() < now + (deadline - now) / 2;
}

/**
 * Goes on with a read that one part did not end, part by part.
 * @param next reads and deals with one more
 */
export async function readOnWhile(
  hasTime: () => boolean,
  outcome: PollOutcome,
  next: (before: PollOutcome) => Promise<PollOutcome>,
): Promise<PollOutcome> {
  let last = outcome;
  while (last.cursor.reading !== null && hasTime()) {
    const { position, below } = last.cursor.reading;
    try {
      last = await next(last);
      // A source that repeats its positions would be asked without end.
      if (last.cursor.reading?.position === position && last.cursor.reading.below === below) return last;
    } catch (error) {
      // The plan has no call left for now: what was dealt with is, and the next poll goes on.
      if (error instanceof NoSlot) return { ...last, behind: true, waitsFor: error.message };
      throw error;
    }
  }
  return last;
}
