import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { toPollMessage } from '../poll-wallets/poll-message.ts';
import type { DuePoll } from './due-polls.ts';
import { inPortions } from './in-portions.ts';

export interface OutgoingMessage {
  readonly body: string;
  /** Seconds. */
  readonly delay: number;
  readonly polls: number;
}

/** SQS takes 256 KB a message and a batch; rows with long token lists are large. */
const messageLimits = { count: 50, bytes: 200_000 };
const batchLimits = { count: 10, bytes: 250_000 };
/** A stale poll is not worth its call: a later tick makes it again. */
const shortestLife = 90_000;
const longestLife = 600_000;

/**
 * Messages of up to 50 polls, those of one delay and interval together.
 * @param bulk more than ten wallets begin in this tick
 */
export function inMessages(
  polls: readonly DuePoll[],
  tick: Date,
  now: number,
  bulk = false,
): OutgoingMessage[] {
  const groups = Map.groupBy(polls, ({ delay, intervalSeconds }) => `${delay}/${intervalSeconds}`);
  return Array.from(groups.values()).flatMap((group) => {
    const { delay = 0, intervalSeconds = 60 } = group[0] ?? {};
    const life = Math.min(Math.max(intervalSeconds * 1_000, shortestLife), longestLife);
    const deadline = now + delay * 1_000 + life;
    return inPortions(group, messageLimits, bytesOfRow).map((portion) => ({
      body: toPollMessage({
        version: 1,
        // Two ticks of the same minute are two.
        tick: `${tick.toISOString()}/${now}`,
        deadline,
        bulk,
        rows: portion.map(({ row }) => row),
      }),
      delay,
      polls: portion.length,
    }));
  });
}

function bytesOfRow({ row }: DuePoll): number {
  return Buffer.byteLength(toPollMessage({ version: 1, tick: '', deadline: 0, bulk: false, rows: [row] }));
}

/**
 * Sends messages in batches of ten; what a batch refuses is tried once more.
 * @throws Error naming how many polls were not sent: they are due again at the next tick
 */
export async function sendMessages(
  messages: readonly OutgoingMessage[],
  sqs: SQSClient,
  queueUrl: string,
): Promise<void> {
  const left = await sendOnce(await sendOnce(messages, sqs, queueUrl), sqs, queueUrl);
  const polls = left.reduce((sum, message) => sum + message.polls, 0);
  if (polls > 0) throw new Error(`SQS refused ${polls} polls; they are due again at the next tick.`);
}

async function sendOnce(
  messages: readonly OutgoingMessage[],
  sqs: SQSClient,
  queueUrl: string,
): Promise<OutgoingMessage[]> {
  const refused: OutgoingMessage[] = [];
  for (const batch of inPortions(messages, batchLimits, ({ body }) => Buffer.byteLength(body))) {
    const reply = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: batch.map(({ body, delay }, i) => ({
          Id: String(i),
          MessageBody: body,
          DelaySeconds: delay,
        })),
      }),
    );
    const failed = new Set(reply.Failed?.map(({ Id }) => Id));
    refused.push(...batch.filter((_, i) => failed.has(String(i))));
  }
  return refused;
}
