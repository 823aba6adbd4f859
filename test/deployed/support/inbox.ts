import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SubscribeCommand } from '@aws-sdk/client-sns';
import { CreateQueueCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { takeMessages } from '../../support/take-messages.ts';
import type { Aws } from './aws.ts';

/** The messages that a queue got from a topic since it was subscribed, in order. */
export class Inbox {
  private readonly received: Message[] = [];
  private readonly sqs: SQSClient;
  private readonly queueUrl: string;

  constructor(sqs: SQSClient, queueUrl: string) {
    this.sqs = sqs;
    this.queueUrl = queueUrl;
  }

  /** All messages so far for which the condition holds. */
  async all(condition: (message: Message) => boolean): Promise<Message[]> {
    for (const { Body = '' } of await takeMessages(this.sqs, this.queueUrl))
      this.received.push(asMessage.parse(JSON.parse(notification.parse(JSON.parse(Body)).Message)));
    return this.received.filter(condition);
  }

  /**
   * Waits for the first message for which the condition holds.
   * @throws Error with the messages that came instead, after `patience` milliseconds
   */
  async first(condition: (message: Message) => boolean, patience = 10_000): Promise<Message> {
    const until = Date.now() + patience;
    for (;;) {
      const [found] = await this.all(condition);
      if (found !== undefined) return found;
      if (Date.now() > until) {
        const came = this.received.map((message) => JSON.stringify(message)).join('\n');
        throw new Error(`the expected message did not come; these came:\n${came}`);
      }
      await sleep(100);
    }
  }
}

const notification = z.object({ Message: z.string() });
const asMessage = z.looseObject({ type: z.string() });
/** An alert or operations message as a subscriber parses it. */
export type Message = z.infer<typeof asMessage> & {
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare each field with the contract
  readonly [field: string]: any;
};

/** A queue subscribed to a topic, as its owner would do it. */
export async function subscribeQueue(
  { region, sns, sqs }: Aws,
  TopicArn: string,
  filterPolicy?: Readonly<Record<string, unknown>>,
): Promise<Inbox> {
  const QueueName = `inbox-${randomUUID()}`;
  const Endpoint = `arn:aws:sqs:${region}:000000000000:${QueueName}`;
  const fromTopic = {
    Effect: 'Allow',
    Principal: { Service: 'sns.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource: Endpoint,
    Condition: { ArnEquals: { 'aws:SourceArn': TopicArn } },
  };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [fromTopic] });
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName, Attributes: { Policy } }));
  const Attributes = filterPolicy === undefined ? {} : { FilterPolicy: JSON.stringify(filterPolicy) };
  await sns.send(new SubscribeCommand({ TopicArn, Protocol: 'sqs', Endpoint, Attributes }));
  return new Inbox(sqs, QueueUrl);
}
