import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { loopbackAccount } from '../../local-engines.ts';
import { refuseBrowsers } from '../../loopback-guard.ts';

export type EmbeddedMessaging = Awaited<ReturnType<typeof startEmbeddedMessaging>>;

const account = '000000000000';
const arnOf = (service: 'sns' | 'sqs', name: string) => `arn:aws:${service}:us-east-1:${account}:${name}`;

/**
 * Fauxqs in memory, with the functions' queues, and the topics with a subscribed queue each. Its own `startFauxqs` would
 * listen on every interface.
 */
export async function startEmbeddedMessaging() {
  const app = buildApp({ logger: false, defaultRegion: loopbackAccount.region });
  refuseBrowsers(app.server);
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
  const sns = new SNSClient({ endpoint, ...loopbackAccount });
  const sqs = new SQSClient({ endpoint, useQueueUrlAsEndpoint: false, ...loopbackAccount });

  /** Returns its URL. */
  const makeQueue = async (name: string): Promise<string> => {
    // Longer than a poll can take, so that no message is polled twice at once.
    await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: { VisibilityTimeout: '120' } }));
    return `${endpoint}/${account}/${name}`;
  };
  const subscribe = async (topic: string, queue: string): Promise<string> => {
    const url = await makeQueue(queue);
    const TopicArn = arnOf('sns', topic);
    await sns.send(new SubscribeCommand({ TopicArn, Protocol: 'sqs', Endpoint: arnOf('sqs', queue) }));
    return url;
  };
  const makeTopic = async (name: string): Promise<string> => {
    await sns.send(new CreateTopicCommand({ Name: name }));
    return subscribe(name, name);
  };
  return {
    messagingEndpoint: endpoint,
    sns,
    sqs,
    alertsTopicArn: arnOf('sns', 'alerts'),
    opsTopicArn: arnOf('sns', 'operations'),
    pollsQueueUrl: await makeQueue('polls'),
    wakeUpsQueueUrl: await makeQueue('wake-ups'),
    alertsQueueUrl: await makeTopic('alerts'),
    opsQueueUrl: await makeTopic('operations'),
    makeQueue,
    /** Makes a queue that gets the alerts too; returns its URL. */
    subscribeQueue: (name: string) => subscribe('alerts', name),
    async stop() {
      sns.destroy();
      sqs.destroy();
      await app.close();
    },
  };
}
