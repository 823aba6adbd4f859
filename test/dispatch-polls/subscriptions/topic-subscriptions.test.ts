import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createSubscriptionMemory,
  listTopicSubscriptions,
  maskedEndpoint,
} from '../../../functions/dispatch-polls/subscriptions/topic-subscriptions.ts';
import { LaggingTable } from '../../support/fakes/lagging-table.ts';

const sns = mockClient(SNSClient);
const client = new SNSClient({ region: 'us-east-1' });
const arn = 'arn:aws:sns:us-east-1:000000000000:alerts';

beforeEach(() => void sns.reset());
afterAll(() => sns.restore());

const of = (Protocol: string, Endpoint: string, SubscriptionArn: string) => ({
  Protocol,
  Endpoint,
  SubscriptionArn,
});
const list = () => listTopicSubscriptions(client, 'alerts', arn);

describe('the subscriptions of a topic', () => {
  it('are read from all pages, each with its state and without its address', async () => {
    sns.on(ListSubscriptionsByTopicCommand, { TopicArn: arn }).resolves({
      Subscriptions: [of('email', 'anna@example.org', 'PendingConfirmation')],
      NextToken: 'more',
    });
    sns.on(ListSubscriptionsByTopicCommand, { TopicArn: arn, NextToken: 'more' }).resolves({
      Subscriptions: [of('email', 'anton@example.org', `${arn}:1`), of('sms', '+4915112345678', 'Deleted')],
    });
    const found = await list();
    expect(found.map(({ protocol, shown, state }) => [protocol, shown, state])).toEqual([
      ['email', 'a***@example.org', 'pending'],
      ['email', 'a***@example.org', 'confirmed'],
      ['sms', '***78', 'dropped'],
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(3);
    expect(JSON.stringify(found)).not.toMatch(/anna|anton|4915112345678/);
    expect((await list()).map(({ id }) => id)).toEqual(found.map(({ id }) => id));
  });

  it('are not checked if there are more than a tick has time for', async () => {
    const Subscriptions = Array.from({ length: 100 }, (_, n) => of('sms', `+${n}`, `${arn}:${n}`));
    sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions, NextToken: 'more' });
    await expect(list()).rejects.toThrow('more than 5000 subscriptions');
    expect(sns.commandCalls(ListSubscriptionsByTopicCommand)).toHaveLength(51);
  });
});

it.each([
  ['email', 'ada@example.org', 'a***@example.org'],
  ['email-json', '"a@b"@example.org', '***@example.org'],
  ['email', 'ada@https://example.org', '***'],
  ['sms', 'nobody', '***'],
  ['email', 'nobody', '***'],
  ['sms', '+4915112345678', '***78'],
  ['https', 'https://hooks.example.org/secret?token=secret', 'hooks.example.org'],
  ['https', 'https://user:secret@hooks.example.org:444/', 'hooks.example.org'],
  ['http', 'nothing', '***'],
  ['https', 'https://https://example.org', '***'],
  ['email', `a@${'x'.repeat(99)}.org`, `a***@${'x'.repeat(55)}`],
  ['email', 'a@example\u202e.org', '***'],
])('a %s address %s is shown as %s', (protocol, endpoint, shown) => {
  expect(maskedEndpoint(protocol, endpoint)).toBe(shown);
});

it("are forgotten if a person broke the topic's item", async () => {
  const table = new LaggingTable();
  table.items.set('#subscriptions#alerts', { wallet: '#subscriptions', chain: 'alerts', known: 'all' });
  expect(await createSubscriptionMemory(table.opened).read('alerts')).toEqual([]);
});
