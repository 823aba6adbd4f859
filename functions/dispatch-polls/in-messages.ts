import { minuteOf } from '../activity/activity.ts';
import { type PollMessage, toPollMessage, toRowText } from '../queue/poll-message.ts';
import type { OutgoingMessage } from '../queue/poll-queue.ts';
import { inBatches } from '../runtime/batches.ts';
import { watchKey } from '../wallet/watch.ts';
import { type DuePoll, secondsBetween } from './due-polls.ts';

/** SQS takes 256 KB a message; rows with long token lists are large. */
const bytesPerMessage = 200_000;
/** A stale poll is not worth its call: a later tick makes it again. */
const shortestLife = 90_000;
const maxLife = 600_000;

/** What all messages of a tick have in common. */
export interface TickOfPolls {
  readonly tick: Date;
  /** Epoch milliseconds. */
  readonly now: number;
  /** As many as one worker can make in time at its share of the plan. */
  readonly pollsPerMessage: number;
  /** The factor of all intervals, and the plan's calls a day that it comes from; without them none is stretched. */
  readonly stretch?: number;
  readonly callsPerDay?: number | null;
}

/** The messages of a tick, polls of one delay and interval together. */
export function inMessages(
  polls: readonly DuePoll[],
  { tick, now, pollsPerMessage, stretch = 1, callsPerDay = null }: TickOfPolls,
): OutgoingMessage[] {
  const limits = { count: pollsPerMessage, bytes: bytesPerMessage };
  const groups = Map.groupBy(
    polls,
    ({ delay, intervalSeconds, bulk }) => `${delay}/${intervalSeconds}/${bulk}`,
  );
  return Array.from(groups.values()).flatMap((group) => {
    const { delay = 0, intervalSeconds = 60, bulk = false } = group[0] ?? {};
    const life = Math.min(Math.max(intervalSeconds * 1_000, shortestLife), maxLife);
    const deadline = now + delay * 1_000 + life;
    const written = group.map((poll) => ({ ...poll, text: toRowText(poll.row) }));
    return inBatches(written, limits, ({ text }) => text.length).map((batch) => ({
      body: toPollMessage({
        version: 1,
        // Two ticks of the same minute are two.
        tick: `${tick.toISOString()}/${now}`,
        deadline,
        bulk,
        pace: {
          everySeconds: secondsBetween(intervalSeconds),
          askedSeconds: Math.round(intervalSeconds / stretch),
          callsPerDay: stretch > 1 ? callsPerDay : null,
        },
        ...activityOf(batch, tick),
        rows: batch.map(({ text }) => text),
      }),
      delay,
      polls: batch.length,
    }));
  });
}

/** Nothing where no chain of theirs has a node. */
function activityOf(polls: readonly DuePoll[], tick: Date): Pick<PollMessage, 'activity'> {
  const wallets = polls.flatMap(({ watch, activity }) =>
    activity === undefined ? [] : [[watchKey(watch), activity] as const],
  );
  return wallets.length === 0
    ? {}
    : { activity: { minute: minuteOf(tick), wallets: Object.fromEntries(wallets) } };
}
