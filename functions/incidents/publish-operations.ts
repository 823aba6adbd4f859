import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns';
import { createTokenBucket } from '../rate/token-bucket.ts';
import type { Clock } from '../runtime/clock.ts';
import type { OperationsMessage } from './operations-message.ts';
import type { OperationsOrigin } from './operations-origin.ts';
import { operationsEmail, operationsSms, operationsSubject } from './operations-text.ts';

export interface OperationsTopic {
  readonly sns: SNSClient;
  readonly topicArn: string;
  readonly origin: OperationsOrigin;
}

/** Plain text for email, JSON for the rest. */
export async function publishOperations(
  message: OperationsMessage,
  { sns, topicArn, origin }: OperationsTopic,
): Promise<void> {
  const { about: _subject, since: _since, past: _past, ...json } = message;
  await sns.send(
    new PublishCommand({
      TopicArn: topicArn,
      Subject: operationsSubject(message),
      MessageStructure: 'json',
      Message: JSON.stringify({
        default: JSON.stringify(json),
        email: operationsEmail(message, origin),
        sms: operationsSms(message),
      }),
      MessageAttributes: {
        type: { DataType: 'String', StringValue: message.type },
        state: { DataType: 'String', StringValue: message.state },
      },
    }),
  );
}

/** SNS silently disables an email subscription above ten messages a second; several functions may publish at once. */
const messagesPerSecond = 3;

/** One function's messages, at the pace of a mail. */
export function createOperationsPublisher({
  clock,
  ...topic
}: OperationsTopic & { readonly clock: Clock }): (message: OperationsMessage) => Promise<void> {
  const pace = createTokenBucket({ perSecond: messagesPerSecond, clock });
  return async (message) => {
    await pace.take(Number.POSITIVE_INFINITY);
    await publishOperations(message, topic);
  };
}
