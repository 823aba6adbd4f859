import type { Message } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';

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
