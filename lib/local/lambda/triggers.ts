import { setTimeout as timer } from 'node:timers/promises';
import {
  DeleteMessageCommand,
  type Message,
  type MessageSystemAttributeName,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

interface Queue {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  readonly batchSize: number;
}

/**
 * Hands over messages in the queue's order until the signal aborts.
 * @param handle returns the ids that stay; they come again after the visibility timeout, as all do where it throws
 */
export async function consume(
  { sqs, queueUrl: QueueUrl, batchSize: MaxNumberOfMessages }: Queue,
  handle: (messages: readonly Message[]) => Promise<readonly (string | undefined)[]>,
  failed: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const MessageSystemAttributeNames: MessageSystemAttributeName[] = ['SentTimestamp'];
  const request = { QueueUrl, MaxNumberOfMessages, MessageSystemAttributeNames, WaitTimeSeconds: 20 };
  while (!signal.aborted) {
    try {
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(request), { abortSignal: signal });
      if (Messages.length === 0) continue;
      const staying = await handle(Messages);
      for (const { MessageId, ReceiptHandle } of Messages) {
        if (staying.includes(MessageId)) continue;
        await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      }
    } catch (error) {
      if (!signal.aborted) failed(error);
    }
  }
}

/** Ticks at once and then every `seconds` until the signal aborts. A slow tick delays the next one. */
export async function runSchedule(
  seconds: number,
  tick: (time: Date) => Promise<unknown>,
  failed: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const next = timer(seconds * 1000, undefined, { signal }).catch(() => {});
    await tick(new Date()).catch((error: unknown) => signal.aborted || failed(error));
    await next;
  }
}
