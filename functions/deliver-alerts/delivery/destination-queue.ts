import {
  ChangeMessageVisibilityCommand,
  MessageNotInflight,
  ReceiptHandleIsInvalid,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { cleanText } from '../../text/safe-text.ts';

/** What was answered, as a dead letter carries it. */
export interface Answered {
  /** An HTTP status, or `none` where nothing was answered. */
  readonly status: string;
  readonly reason: string;
}

/** The two queues of a destination. */
export interface DestinationQueue {
  /** Hides a message for at least so many milliseconds. Does nothing if the message is visible already, or deleted. */
  hide(message: Pick<SQSRecord, 'receiptHandle'>, milliseconds: number): Promise<void>;
  /** Puts a copy of a message among the dead letters. */
  bury(message: Pick<SQSRecord, 'body'>, answered: Answered): Promise<void>;
}

/** SQS counts the twelve hours from when a message was received. */
const longestSeconds = 11 * 3_600;

export function createDestinationQueue(sqs: SQSClient, queueUrl: string): DestinationQueue {
  return {
    async hide({ receiptHandle }, milliseconds) {
      const VisibilityTimeout = Math.min(Math.max(Math.ceil(milliseconds / 1000), 1), longestSeconds);
      try {
        await sqs.send(
          new ChangeMessageVisibilityCommand({
            QueueUrl: queueUrl,
            ReceiptHandle: receiptHandle,
            VisibilityTimeout,
          }),
        );
      } catch (error) {
        if (!(error instanceof MessageNotInflight || error instanceof ReceiptHandleIsInvalid)) throw error;
      }
    },
    async bury({ body }, { status, reason }) {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: `${queueUrl}-dead-letters`,
          MessageBody: body,
          MessageAttributes: {
            status: { DataType: 'String', StringValue: status },
            reason: { DataType: 'String', StringValue: cleanText(reason, 300) ?? 'no reason given' },
          },
        }),
      );
    },
  };
}
