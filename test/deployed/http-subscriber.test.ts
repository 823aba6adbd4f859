import { SubscribeCommand } from '@aws-sdk/client-sns';
import { afterAll, expect, it } from 'vitest';
import * as z from 'zod';
import { startReceiver } from '../support/fakes/receiver.ts';
import { setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { watched, receive, alertOf } = await setScene();

const posted = z.object({
  Type: z.string(),
  Message: z.string(),
  Subject: z.string().optional(),
  SubscribeURL: z.string().optional(),
});
const receiver = await startReceiver();
afterAll(() => receiver.close());

/** What SNS has posted. */
const ofType = (type: string) =>
  receiver.received.map(({ body }) => posted.parse(JSON.parse(body))).filter(({ Type }) => Type === type);

it('an HTTP subscriber gets the JSON that a queue gets: SNS falls back to `default`', async () => {
  const { aws, outputs, tick } = stack;
  const Endpoint = `${receiver.url}/alerts`;
  await aws.sns.send(new SubscribeCommand({ TopicArn: outputs.AlertsTopicArn, Protocol: 'http', Endpoint }));
  await expect.poll(() => ofType('SubscriptionConfirmation'), { timeout: 10_000 }).toHaveLength(1);
  await fetch(ofType('SubscriptionConfirmation')[0]?.SubscribeURL ?? '');
  const transfer = receive(await watched());
  await tick();
  const alert = await alertOf(transfer);
  await expect
    .poll(() => ofType('Notification').map(({ Message }) => JSON.parse(Message)), { timeout: 10_000 })
    .toContainEqual(alert);
});
