import { CreateTopicCommand, type SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { CreateQueueCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { EmbeddedMessaging } from './embedded-messaging.ts';

/** Where the functions publish and poll, and the queues in which the local run reads what was published. */
export interface TopicsAndQueues {
  readonly alertsTopicArn: string;
  readonly opsTopicArn: string;
  readonly pollsQueueUrl: string;
  /** Subscribed to the alerts topic. */
  readonly alertsQueueUrl: string;
  /** Subscribed to the operations topic. */
  readonly opsQueueUrl: string;
}

/** Makes the two topics, the polls queue and a subscribed queue for each topic. */
export async function makeTopicsAndQueues({
  endpoint,
  sns,
  sqs,
}: EmbeddedMessaging): Promise<TopicsAndQueues> {
  const alertsTopicArn = await makeTopic(sns, 'alerts');
  const opsTopicArn = await makeTopic(sns, 'operations');
  const queueUrl = (name: string) => `${endpoint}/000000000000/${name}`;
  await Promise.all(['polls', 'inbox-alerts', 'inbox-operations'].map((name) => makeQueue(sqs, name)));
  await subscribe(sns, alertsTopicArn, 'inbox-alerts');
  await subscribe(sns, opsTopicArn, 'inbox-operations');
  return {
    alertsTopicArn,
    opsTopicArn,
    pollsQueueUrl: queueUrl('polls'),
    alertsQueueUrl: queueUrl('inbox-alerts'),
    opsQueueUrl: queueUrl('inbox-operations'),
  };
}

async function makeTopic(sns: SNSClient, name: string): Promise<string> {
  const { TopicArn } = await sns.send(new CreateTopicCommand({ Name: name }));
  if (TopicArn === undefined) throw new Error(`the embedded SNS made no topic ${name}`);
  return TopicArn;
}

async function makeQueue(sqs: SQSClient, name: string): Promise<void> {
  // Longer than a poll can take, so that no message is polled twice at once.
  await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: { VisibilityTimeout: '120' } }));
}

async function subscribe(sns: SNSClient, topicArn: string, queue: string): Promise<void> {
  const queueArn = `arn:aws:sqs:us-east-1:000000000000:${queue}`;
  await sns.send(new SubscribeCommand({ TopicArn: topicArn, Protocol: 'sqs', Endpoint: queueArn }));
}
