import type { Message } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type Queue, receive, remove } from './queue.ts';
import { sqsEvent } from './sqs-event.ts';

/** A function that AWS would drive by the queue. */
export type SqsFunction = (event: SQSEvent) => Promise<SQSBatchResponse>;

/** As deployed: a message whose polls hang holds back no other. */
const batchSize = 1;

/**
 * Drives a function by a queue until the signal aborts, as Lambda's event source does: what it reports as failed,
 * or all when it throws, stays in the queue and comes again after the visibility timeout.
 * @param failed told of an invocation that threw
 */
export async function driveByQueue(
  queue: Queue,
  invoke: SqsFunction,
  failed: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const messages = await receive(queue, 20, signal, batchSize);
      if (messages.length > 0) await remove(queue, await dealtWith(messages, invoke));
    } catch (error) {
      if (!signal.aborted) failed(error);
    }
  }
}

async function dealtWith(messages: readonly Message[], invoke: SqsFunction): Promise<Message[]> {
  const { batchItemFailures } = await invoke(sqsEvent(messages));
  const kept = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  return messages.filter(({ MessageId }) => !kept.has(MessageId ?? ''));
}
