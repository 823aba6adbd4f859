import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Log } from '../operations/log.ts';
import { toPollMessage } from '../polls/poll-message.ts';
import type { DuePoll } from './due-polls.ts';
import { inBatches } from './in-batches.ts';

export interface OutgoingMessage {
  readonly body: string;
  /** Seconds. */
  readonly delay: number;
  readonly polls: number;
}

/** SQS takes 256 KB a message and a batch; rows with long token lists are large. */
const bytesPerMessage = 200_000;
const batchLimits = { count: 10, bytes: 250_000 };
/** A stale poll is not worth its call: a later tick makes it again. */
const shortestLife = 90_000;
const longestLife = 600_000;

/** What all messages of a tick have in common. */
export interface TickOfPolls {
  readonly tick: Date;
  /** Epoch milliseconds. */
  readonly now: number;
  /** More than ten wallets begin in it. */
  readonly bulk: boolean;
  /** As many as one worker can make in time at its share of the plan. */
  readonly pollsPerMessage: number;
}

/** The messages of a tick, polls of one delay and interval together. */
export function inMessages(
  polls: readonly DuePoll[],
  { tick, now, bulk, pollsPerMessage }: TickOfPolls,
): OutgoingMessage[] {
  const limits = { count: pollsPerMessage, bytes: bytesPerMessage };
  const groups = Map.groupBy(polls, ({ delay, intervalSeconds }) => `${delay}/${intervalSeconds}`);
  return Array.from(groups.values()).flatMap((group) => {
    const { delay = 0, intervalSeconds = 60 } = group[0] ?? {};
    const life = Math.min(Math.max(intervalSeconds * 1_000, shortestLife), longestLife);
    const deadline = now + delay * 1_000 + life;
    return inBatches(group, limits, bytesOfRow).map((batch) => ({
      body: toPollMessage({
        version: 1,
        // Two ticks of the same minute are two.
        tick: `${tick.toISOString()}/${now}`,
        deadline,
        bulk,
        rows: batch.map(({ row }) => row),
      }),
      delay,
      polls: batch.length,
    }));
  });
}

function bytesOfRow({ row }: DuePoll): number {
  return Buffer.byteLength(toPollMessage({ version: 1, tick: '', deadline: 0, bulk: false, rows: [row] }));
}

/**
 * Sends messages in batches of ten; those that SQS refuses are tried once more, each by itself, so that none stops
 * another.
 * @returns how many polls were not sent: they are due again at the next tick
 */
export async function sendMessages(
  messages: readonly OutgoingMessage[],
  { sqs, queueUrl, log }: { readonly sqs: SQSClient; readonly queueUrl: string; readonly log: Log },
): Promise<number> {
  const batches = inBatches(messages, batchLimits, ({ body }) => Buffer.byteLength(body));
  let refused: OutgoingMessage[] = [];
  for (const batch of batches) refused.push(...(await refusedOf(batch)));
  const singles = refused.map((message) => [message]);
  refused = [];
  for (const single of singles) refused.push(...(await refusedOf(single)));
  return refused.reduce((sum, { polls }) => sum + polls, 0);

  async function refusedOf(batch: readonly OutgoingMessage[]): Promise<readonly OutgoingMessage[]> {
    const Entries = batch.map(({ body, delay }, i) => ({
      Id: String(i),
      MessageBody: body,
      DelaySeconds: delay,
    }));
    try {
      const reply = await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      const failed = new Set(reply.Failed?.map(({ Id }) => Id));
      return batch.filter((_, i) => failed.has(String(i)));
    } catch (error) {
      log.warn('SQS refused a batch of polls', { messages: batch.length, error: String(error) });
      return batch;
    }
  }
}
