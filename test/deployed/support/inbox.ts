import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { SubscribeCommand } from '@aws-sdk/client-sns';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { startReceiver } from '../../support/receiver.ts';
import type { Aws } from './aws.ts';

const notification = z.looseObject({
  Type: z.string(),
  Subject: z.string().optional(),
  Message: z.string(),
  MessageAttributes: z.record(z.string(), z.object({ Type: z.string(), Value: z.string() })).optional(),
  SubscribeURL: z.string().optional(),
});
export type Notification = z.infer<typeof notification>;

/** The messages that one subscriber of a topic got, in order, since it subscribed. */
export class Inbox {
  readonly received: Notification[] = [];
  private readonly refresh: () => Promise<void>;

  /** @param refresh brings `received` up to date */
  constructor(refresh: (inbox: Inbox) => Promise<void>) {
    this.refresh = () => refresh(this);
  }

  /** All JSON messages for which the condition holds, by now. */
  async all(condition: (message: Message) => boolean): Promise<Message[]> {
    await this.refresh();
    return this.received.map(({ Message }) => asMessage.parse(JSON.parse(Message))).filter(condition);
  }

  /**
   * The first JSON message for which the condition holds, waited for.
   * @throws Error with what came in instead, after `patience` milliseconds
   */
  async first(condition: (message: Message) => boolean, patience = 10_000): Promise<Message> {
    const until = Date.now() + patience;
    for (;;) {
      const [found] = await this.all(condition);
      if (found !== undefined) return found;
      if (Date.now() > until) {
        const came = this.received.map(({ Message }) => Message).join('\n');
        throw new Error(`the message waited for did not come, but:\n${came}`);
      }
      await sleep(100);
    }
  }
}

const asMessage = z.looseObject({ type: z.string() });
/** An alert or operations message as a subscriber parses it. */
export type Message = z.infer<typeof asMessage> & {
  // biome-ignore lint/suspicious/noExplicitAny: the tests hold each field against the contract as it stands
  readonly [field: string]: any;
};

/** A queue subscribed to a topic, as its owner would subscribe one. */
export async function subscribeQueue(
  { region, sns, sqs }: Aws,
  topicArn: string,
  filterPolicy?: Readonly<Record<string, unknown>>,
): Promise<Inbox> {
  const QueueName = `inbox-${randomUUID()}`;
  const QueueArn = `arn:aws:sqs:${region}:000000000000:${QueueName}`;
  const policy = {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: QueueArn,
        Condition: { ArnEquals: { 'aws:SourceArn': topicArn } },
      },
    ],
  };
  const { QueueUrl } = await sqs.send(
    new CreateQueueCommand({ QueueName, Attributes: { Policy: JSON.stringify(policy) } }),
  );
  await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
  const Attributes = filterPolicy === undefined ? {} : { FilterPolicy: JSON.stringify(filterPolicy) };
  await sns.send(
    new SubscribeCommand({ TopicArn: topicArn, Protocol: 'sqs', Endpoint: QueueArn, Attributes }),
  );
  return new Inbox(async ({ received }) => {
    for (;;) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
      );
      if (Messages.length === 0) return;
      for (const { Body = '', ReceiptHandle } of Messages) {
        received.push(notification.parse(JSON.parse(Body)));
        await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      }
    }
  });
}

/** An inbox that this machine keeps, until it is closed. */
export interface HttpInbox {
  readonly inbox: Inbox;
  readonly close: () => Promise<void>;
}

/** An HTTP endpoint that is subscribed to a topic and confirms its subscription. */
export async function subscribeHttp({ sns }: Aws, topicArn: string): Promise<HttpInbox> {
  let confirmed: () => void;
  const confirmation = new Promise<void>((resolve) => {
    confirmed = resolve;
  });
  const inbox = new Inbox(async () => {});
  const { url, close } = await listen(async (text) => {
    const message = notification.parse(JSON.parse(text));
    if (message.Type === 'Notification') inbox.received.push(message);
    else if (message.SubscribeURL !== undefined) {
      await fetch(message.SubscribeURL);
      confirmed();
    }
  });
  await sns.send(new SubscribeCommand({ TopicArn: topicArn, Protocol: 'http', Endpoint: url }));
  await confirmation;
  return { inbox, close };
}

const snsEvent = z.object({ Records: z.array(z.object({ Sns: notification })) });

/**
 * A Lambda subscribed to a topic, which hands on the events that it gets.
 * @param likeFunction whose role it has: it asks AWS for nothing
 */
export async function subscribeLambda(
  { region, sns, call, configurationOf }: Aws,
  topicArn: string,
  likeFunction: string,
): Promise<HttpInbox> {
  const { Role } = z.object({ Role: z.string() }).parse(await configurationOf(likeFunction));
  const inbox = new Inbox(async () => {});
  const { url, close } = await listen(async (text) => {
    inbox.received.push(...snsEvent.parse(JSON.parse(text)).Records.map(({ Sns }) => Sns));
  });
  const FunctionName = `inbox-${randomUUID()}`;
  const code = `exports.handler = (event) => fetch('${url}', { method: 'POST', body: JSON.stringify(event) }).then(() => {});`;
  const Endpoint = `arn:aws:lambda:${region}:000000000000:function:${FunctionName}`;
  await call('lambda', '/2015-03-31/functions', {
    method: 'POST',
    body: JSON.stringify({
      FunctionName,
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Role,
      Code: { ZipFile: zipOf('index.js', code).toString('base64') },
    }),
  });
  await call('lambda', `/2015-03-31/functions/${FunctionName}/policy`, {
    method: 'POST',
    body: JSON.stringify({
      StatementId: 'Sns',
      Action: 'lambda:InvokeFunction',
      Principal: 'sns.amazonaws.com',
      SourceArn: topicArn,
    }),
  });
  await sns.send(new SubscribeCommand({ TopicArn: topicArn, Protocol: 'lambda', Endpoint }));
  return { inbox, close };
}

/** A ZIP file with one file, by the engine's own Python. */
function zipOf(name: string, text: string): Buffer {
  const program = `import sys, zipfile
with zipfile.ZipFile(sys.stdout.buffer, 'w') as file: file.writestr('${name}', sys.stdin.read())`;
  return execFileSync(process.env.CHAINBELL_ENGINE_PYTHON ?? 'python3', ['-c', program], { input: text });
}

/** Takes what is posted to a port of this machine. */
async function listen(take: (text: string) => Promise<void>) {
  const { url, close } = await startReceiver(({ body }) => {
    void take(body);
    return { status: 200 };
  });
  return { url: `${url}/alerts`, close };
}
