import type { EpochMilliseconds, Seconds } from '../chain/units.ts';
import { type PollMessage, shortestLife, toPollMessage, toRowText } from '../queue/poll-message.ts';
import type { OutgoingMessage } from '../queue/poll-queue.ts';
import type { CallSpread } from '../rate/call-windows.ts';
import { inBatches } from '../runtime/batches.ts';
import { tickMinute } from '../runtime/clock.ts';
import { watchKey } from '../wallet/watch.ts';
import { type DuePoll, daySeconds, rotate, secondsBetween } from './due-polls.ts';
import type { Tick } from './open-tick.ts';

/** SQS takes 256 KB a message; rows with long token lists are large. */
const bytesPerMessage = 200_000;
/** A worker makes all calls of a message at once: its memory has room for this many. */
export const pollsPerMessage = 50;
const maxLife = 600_000;
/** Least seconds from a poll's turn to its deadline. */
const spareLife = 10;

interface Pace {
  /** Share of a poll's life in which the poll must begin. */
  readonly partOfLife: number;
  /** Factor of all intervals. */
  readonly stretch: number;
  /** Of all wallets together. */
  readonly pollsADay: number;
  readonly sweepSeconds: Seconds;
  /** Sent at once, in the turns of other polls. */
  readonly isUrgent: boolean;
}

export const plainPace: Pace = { partOfLife: 1, stretch: 1, pollsADay: 0, sweepSeconds: 0, isUrgent: false };

interface MessageFacts extends Pace, Pick<Tick, 'at' | 'callsPerDay' | 'name'> {
  readonly now: EpochMilliseconds;
  readonly spread: CallSpread;
}

export interface SentPolls {
  readonly polls: number;
  readonly unsent: number;
}

/** Bounds memory: the messages of 100,000 polls would take a tenth of the function's. */
const pollsAtATime = 10_000;

export async function sendDue(
  due: readonly DuePoll[],
  pace: Partial<Pace>,
  { at, name, notBegun, isSpent, clock, spread, callsPerDay, send }: Tick,
): Promise<SentPolls> {
  // Without calls left today, only new wallets are sent: a watch begins with its first poll, even a failed one.
  const sent = isSpent ? due.filter(({ watch }) => notBegun.has(watchKey(watch))) : due;
  const now = clock.now();
  const common = { ...plainPace, ...pace, at, now, spread: spread(now), callsPerDay, name };
  let unsent = 0;
  for (const some of inBatches(rotate(sent, at), pollsAtATime))
    unsent += await send(inMessages(some, common));
  return { polls: sent.length, unsent };
}

/** A tick's messages, with delays by the plan's pace. Polls without a turn arrive after their deadline, so workers skip them. */
export function inMessages(polls: readonly DuePoll[], tick: MessageFacts): OutgoingMessage[] {
  const groups = Map.groupBy(polls, ({ delay, intervalSeconds, bulk, watch }) =>
    [delay, intervalSeconds, bulk, watch.chain.besideApi].join(),
  );
  return Array.from(groups.values()).flatMap((group) => messagesOf(group, tick));
}

/** @param group polls of one delay, interval, import and part */
function messagesOf(group: readonly DuePoll[], common: MessageFacts): OutgoingMessage[] {
  const { at, now, spread, partOfLife, stretch, callsPerDay, isUrgent, name } = common;
  const [first] = group;
  if (first === undefined) return [];
  const { delay: from, intervalSeconds, bulk, watch } = first;
  const life = Math.min(Math.max(intervalSeconds * 1_000, shortestLife), maxLife) / 1_000;
  const deadline = now + (from + life) * 1_000;
  const to = from + Math.floor((life - spareLife) * partOfLife);
  const never = { delay: Math.ceil(from + life) + 1, polls: pollsPerMessage };

  const messages: OutgoingMessage[] = [];
  for (let done = 0; done < group.length; ) {
    const wanted = Math.min(pollsPerMessage, group.length - done);
    const { delay, polls: placed } = spread.take(wanted, { from, to }) ?? never;
    const texts = group.slice(done, done + Math.min(wanted, placed)).map(({ row }) => toRowText(row));
    // As many rows as fit, and at least one.
    const [rows = []] = inBatches(texts, pollsPerMessage, bytesPerMessage, ({ length }) => length);
    const batch = group.slice(done, done + rows.length);
    done += batch.length;
    const body = toPollMessage({
      version: 1,
      // Two ticks of one minute count as two.
      tick: `${at.toISOString()}/${now}`,
      deadline,
      bulk,
      pace: {
        everySeconds: secondsBetween(intervalSeconds),
        askedSeconds: Math.round(intervalSeconds / stretch),
        callsPerDay: stretch > 1 ? callsPerDay : null,
      },
      ...(watch.chain.besideApi && { part: 'node' as const }),
      kept: keptForOthers(intervalSeconds, common),
      activity: activityOf(batch, at),
      heartbeat: name,
      rows,
    });
    messages.push({ body, delay: isUrgent ? from : delay, polls: batch.length });
  }
  return messages;
}

/** A lone wallet keeps no calls for others. */
function keptForOthers(
  intervalSeconds: Seconds,
  { callsPerDay, pollsADay, sweepSeconds }: MessageFacts,
): PollMessage['kept'] {
  if (callsPerDay === null) return undefined;
  const ofOthers = pollsADay - daySeconds / Math.max(intervalSeconds, sweepSeconds);
  return Math.ceil(Math.max(ofOthers, 0));
}

function activityOf(polls: readonly DuePoll[], tick: Date): PollMessage['activity'] {
  const wallets = polls.flatMap(({ watch, activity }) =>
    activity === undefined ? [] : [[watchKey(watch), activity] as const],
  );
  if (wallets.length === 0) return undefined;
  return { minute: tickMinute(tick), wallets: Object.fromEntries(wallets) };
}
