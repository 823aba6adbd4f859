import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns';
import type { OperationsMessage } from './operations-message.ts';
import { operationsEmail, operationsSubject } from './operations-text.ts';

/** Publishes one message to the operations topic: plain text for email, JSON for the rest. */
export async function tellOperations(
  message: OperationsMessage,
  sns: SNSClient,
  topicArn: string,
): Promise<void> {
  await sns.send(
    new PublishCommand({
      TopicArn: topicArn,
      Subject: operationsSubject(message),
      MessageStructure: 'json',
      Message: JSON.stringify({
        default: JSON.stringify(message),
        email: operationsEmail(message),
        sms: operationsSubject(message),
      }),
      MessageAttributes: {
        type: { DataType: 'String', StringValue: message.type },
        state: { DataType: 'String', StringValue: message.state },
      },
    }),
  );
}
