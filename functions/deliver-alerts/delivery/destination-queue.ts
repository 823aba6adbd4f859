import {
  ChangeMessageVisibilityCommand,
  MessageNotInflight,
  ReceiptHandleIsInvalid,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import type { Milliseconds } from '../../chain/units.ts';
import { cleanText } from '../../text/safe-text.ts';

/** The answer to a message, which its dead letter carries. */
export interface Answered {
  /** An HTTP status, or `none` without an answer. */
  readonly status: string;
  readonly reason: string;
}

/** SQS documents the first two errors. It also sends InvalidParameterValue with this text. */
function isGone(error: unknown): boolean {
  if (error instanceof MessageNotInflight || error instanceof ReceiptHandleIsInvalid) return true;
  return error instanceof Error && error.message.includes('for parameter ReceiptHandle is invalid');
}

export function createDestinationQueue(sqs: SQSClient, QueueUrl: string) {
  return {
    /** Hides a message for at least this many milliseconds. A message that is already visible or deleted stays as it is. */
    async hide(
      { receiptHandle: ReceiptHandle }: Pick<SQSRecord, 'receiptHandle'>,
      milliseconds: Milliseconds,
    ): Promise<void> {
      const VisibilityTimeout = Math.max(Math.ceil(milliseconds / 1000), 1);
      try {
        await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
    /** Sends a copy to the dead letters. */
    async sendToDeadLetters({ body }: Pick<SQSRecord, 'body'>, { status, reason }: Answered): Promise<void> {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: `${QueueUrl}-dead-letters`,
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
