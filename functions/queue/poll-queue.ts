import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { eachAtATime, inBatches } from '../runtime/batches.ts';
import type { Log } from '../runtime/log.ts';

export interface OutgoingMessage {
  readonly body: string;
  readonly delay: number;
  readonly polls: number;
}

/** SQS takes ten messages and 256 KB a batch. */
const [maxMessages, maxBytes] = [10, 250_000];
const batchesAtATime = 8;

/** Returns the number of unsent polls. Sends each refused message once more, alone, so that no message stops another. */
export async function sendMessages(
  messages: readonly OutgoingMessage[],
  { sqs, queueUrl, log }: { readonly sqs: SQSClient; readonly queueUrl: string; readonly log: Log },
): Promise<number> {
  const batches = inBatches(messages, maxMessages, maxBytes, ({ body }) => Buffer.byteLength(body));
  const refused = await refusedOfAll(batches);
  const unsent = await refusedOfAll(refused.map((message) => [message]));
  return unsent.reduce((sum, { polls }) => sum + polls, 0);

  async function refusedOfAll(all: readonly (readonly OutgoingMessage[])[]): Promise<OutgoingMessage[]> {
    return (await eachAtATime(batchesAtATime, all, refusedOf)).flat();
  }

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
