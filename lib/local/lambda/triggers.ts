import { setTimeout as timer } from 'node:timers/promises';
import {
  DeleteMessageCommand,
  type Message,
  type MessageSystemAttributeName,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';

interface Queue {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  readonly batchSize: number;
}

/**
 * Hands over messages in the queue's order until the signal aborts.
 * @param handle returns the ids that stay; they come again after the visibility timeout, as all do if it throws
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

/** Received messages in the form that Lambda gives a function. */
export function sqsEvent(messages: readonly Message[], queue = 'polls'): SQSEvent {
  return {
    Records: messages.map((message) => ({
      messageId: message.MessageId ?? '',
      receiptHandle: message.ReceiptHandle ?? '',
      body: message.Body ?? '',
      attributes: {
        SentTimestamp: message.Attributes?.SentTimestamp ?? '',
        // The functions look at none of these.
        ApproximateReceiveCount: '1',
        SenderId: '',
        ApproximateFirstReceiveTimestamp: '',
      },
      messageAttributes: {},
      md5OfBody: message.MD5OfBody ?? '',
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queue}`,
      awsRegion: 'us-east-1',
    })),
  };
}
