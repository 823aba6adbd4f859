import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { SubscribeCommand, UnsubscribeCommand } from '@aws-sdk/client-sns';
import { afterAll, expect, it } from 'vitest';
import { setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { aws, outputs, tick } = stack;
const { operations } = await setScene();

let subscription: string | undefined;
async function subscribe(): Promise<void> {
  const made = await aws.sns.send(
    new SubscribeCommand({
      TopicArn: outputs.AlertsTopicArn,
      Protocol: 'sms',
      Endpoint: '+4915112345678',
      ReturnSubscriptionArn: true,
    }),
  );
  subscription = made.SubscriptionArn;
}
const unsubscribe = () => aws.sns.send(new UnsubscribeCommand({ SubscriptionArn: subscription }));
afterAll(unsubscribe);

/** The tick that checks subscriptions. */
const midnight = () => tick({ time: '2026-01-03T00:00:00Z' });
const told = async () =>
  (await operations.all(({ type }) => type === 'subscription.lost')).map(({ state }) => state);

it('a missing subscription is reported at the next daily check, and again when it is back', async () => {
  await subscribe();
  await midnight();
  const Key = { wallet: { S: '#subscriptions' }, chain: { S: 'alerts' } };
  const { Item } = await aws.dynamodb.send(new GetItemCommand({ TableName: outputs.StateTableName, Key }));
  expect(JSON.stringify(Item)).toContain('***78');
  expect(JSON.stringify(Item)).not.toContain('4915112345678');
  await unsubscribe();
  await midnight();
  const { reason } = await operations.first(({ type }) => type === 'subscription.lost');
  expect(reason).toContain('***78');
  await subscribe();
  await midnight();
  await operations.first(({ type, state }) => type === 'subscription.lost' && state === 'ended');
  expect(await told()).toEqual(['began', 'ended']);
});
