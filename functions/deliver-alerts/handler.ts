import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { once } from '../runtime/once.ts';
import { deliverBatch } from './deliver-batch.ts';
import { type DeliverFunction, deliverDependencies } from './dependencies.ts';
import { type QueuedMessage, readQueuedMessage } from './queued-message.ts';

/** Messages that could not be delivered yet stay in the queue. */
export function createDeliverHandler(makeFunction: () => Promise<DeliverFunction>) {
  const started = once(makeFunction);
  return async (
    { Records }: SQSEvent,
    context: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<SQSBatchResponse> => {
    const made = await started();
    const end = made.deps.clock.now() + context.getRemainingTimeInMillis();
    try {
      const kept: QueuedMessage[] = [];
      for (const [queueArn, records] of Map.groupBy(Records, ({ eventSourceARN }) => eventSourceARN)) {
        const destination = made.destinationOf(queueArn);
        const messages = await readable(destination.name, records, made);
        kept.push(...(await deliverBatch(destination, messages, made.deps, end)));
      }
      return { batchItemFailures: kept.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    } finally {
      made.flush();
    }
  };
}

/** Messages that SNS did not send become dead letters. */
async function readable(
  destination: string,
  records: readonly SQSRecord[],
  { deps, operationsTopicArn }: DeliverFunction,
): Promise<QueuedMessage[]> {
  const { queue } = deps.storesOf(destination);
  const messages: QueuedMessage[] = [];
  for (const record of records) {
    const message = readQueuedMessage(record, operationsTopicArn);
    if (message !== null) messages.push(message);
    else await queue.sendToDeadLetters(record, { status: 'none', reason: 'it is not a message from SNS' });
  }
  return messages;
}

export const handler = createDeliverHandler(() => deliverDependencies(process.env));
