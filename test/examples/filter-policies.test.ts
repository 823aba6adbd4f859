import { readdirSync, readFileSync } from 'node:fs';
import { PublishCommand, SubscribeCommand } from '@aws-sdk/client-sns';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Alert } from '../../functions/alert/alert.ts';
import { toSnsMessage } from '../../functions/alert/publish.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { filterPolicy } from '../../lib/aws/settings/destination.ts';
import { type EmbeddedMessaging, startEmbeddedMessaging } from '../../lib/local/engine/embedded-aws.ts';
import { readPublished } from '../../lib/local/published.ts';
import {
  describedTransfer,
  digestAlert,
  lookalikeOf,
  lure,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  watchingAlert,
} from '../support/alerts.ts';
import { takeMessages } from '../support/take-messages.ts';

const folder = new URL('../../docs/examples/filter-policies/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8');

const out = (value: bigint) => ({ direction: 'out' as const, value });
const digestOf = (direction: 'in' | 'out') =>
  digestAlert({ transfers: Array.from({ length: 12 }, () => describedTransfer({ direction })) });
const another = parseAddress(`0x${'77'.repeat(20)}`);

/** Alerts by the names that the tests use; values are of USDC, with six decimals. */
const alerts: Readonly<Record<string, Alert>> = {
  received: transferAlert(),
  'a little received': transferAlert({ transfer: { value: 999_990_000n } }),
  sent: transferAlert({ transfer: out(1_000_000_000n) }),
  'sent, exact to six digits': transferAlert({ transfer: out(12_500_123_456n) }),
  'sent, above a thousand million': transferAlert({ transfer: out(2_000_000_000_000_000n) }),
  'a little sent': transferAlert({ transfer: out(5_000_000n) }),
  'marked as spam': transferAlert({
    watch: { spam: 'mark' },
    verdict: lure,
    transfer: { value: 10_000_000n },
  }),
  'sent, taken back': revertedAlert({ transfer: out(1_000_000_000n) }),
  'digest of received': digestOf('in'),
  'digest of sent': digestOf('out'),
  poisoning: poisoningAlert(),
  watching: watchingAlert(),
  'of another wallet': transferAlert({ watch: { wallet: another }, transfer: { value: 10_000_000n } }),
  'of another chain': transferAlert({
    watch: { chain: { name: 'base', id: '0x2105', coin: null, explorer: null, reorgBlocks: 9 } },
    transfer: { value: 10_000_000n },
  }),
  'of another token': transferAlert({ token: { address: another }, transfer: { value: 10_000_000n } }),
  'to an imitation': transferAlert({ transfer: out(10_000_000n), lookalike: lookalikeOf() }),
  'sent from cold': transferAlert({ watch: { tags: ['cold'] }, transfer: out(10_000_000n) }),
  'with the tag': transferAlert({ watch: { tags: ['eu', 'treasury'] }, transfer: { value: 10_000_000n } }),
};
const allBut = (...names: string[]) => Object.keys(alerts).filter((name) => !names.includes(name));

const expected: Readonly<Record<string, readonly string[]>> = {
  'outgoing.json': [
    'sent',
    'sent, exact to six digits',
    'sent, above a thousand million',
    'a little sent',
    'sent, taken back',
    'digest of sent',
    'to an imitation',
    'sent from cold',
  ],
  'above-an-amount.json': [
    'received',
    'sent',
    'sent, exact to six digits',
    'sent, above a thousand million',
    'sent, taken back',
    'digest of received',
    'digest of sent',
  ],
  'poisoning-warnings.json': ['poisoning'],
  'one-wallet.json': allBut('of another wallet', 'of another chain'),
  'no-spam.json': allBut('marked as spam'),
  'transfers-and-digests.json': allBut('poisoning', 'watching'),
  'single-transfers.json': allBut('poisoning', 'watching', 'digest of received', 'digest of sent'),
  'one-token.json': allBut('of another token', 'watching', 'digest of received', 'digest of sent'),
  'by-tag.json': ['with the tag'],
  'critical.json': ['to an imitation'],
  'critical-or-leaves-cold.json': ['to an imitation', 'sent from cold'],
};

describe('the filter policies of the examples', () => {
  /** The alerts that each policy's subscription received, after all were published. */
  const arrived = new Map<string, string[]>();
  let messaging: EmbeddedMessaging;

  beforeAll(async () => {
    messaging = await startEmbeddedMessaging();
    const queues = await Promise.all(
      files.map(async (file) => ({ file, url: await subscribed(messaging, file) })),
    );
    for (const [name, alert] of Object.entries(alerts)) {
      const { MessageAttributes, ...message } = toSnsMessage({ ...alert, id: name });
      const { tags, ...others } = MessageAttributes;
      // The embedded SNS has no list attributes, so each tag is sent in a message of its own.
      for (const StringValue of JSON.parse(tags?.StringValue ?? '')) {
        const attributes = { ...others, tags: { DataType: 'String', StringValue } };
        const { sns, alertsTopicArn: TopicArn } = messaging;
        await sns.send(new PublishCommand({ TopicArn, ...message, MessageAttributes: attributes }));
      }
    }
    for (const { file, url } of queues) {
      const messages = await takeMessages(messaging.sqs, url);
      const ids = messages.map(({ Body = '' }) => identified.parse(readPublished(Body).json).id);
      arrived.set(file, [...new Set(ids)]);
    }
  });
  afterAll(() => messaging.stop());

  it('are all tested here', () => {
    expect(files.toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  it.each(files)('%s passes exactly the alerts listed here', (file) => {
    expect(arrived.get(file)).toEqual(expected[file]);
  });

  it.each(files)('destinations and chainbell subscribe accept %s unchanged', (file) => {
    const policy: unknown = JSON.parse(textOf(file));
    expect(filterPolicy.parse(policy)).toEqual(policy);
  });

  it.each(files)('the list explains %s', (file) => {
    expect(readFileSync(new URL('../../reference.md', folder), 'utf8')).toContain(`\`${file}\``);
  });
});

const identified = z.object({ id: z.string() });

/** A queue that gets the alerts that a policy passes. @returns its URL */
async function subscribed({ sns, sqs, alertsTopicArn }: EmbeddedMessaging, file: string): Promise<string> {
  const QueueName = file.replace('.json', '');
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName }));
  await sns.send(
    new SubscribeCommand({
      TopicArn: alertsTopicArn,
      Protocol: 'sqs',
      Endpoint: alertsTopicArn.replace(':sns:', ':sqs:').replace(/[^:]+$/, QueueName),
      Attributes: { FilterPolicy: textOf(file) },
    }),
  );
  return QueueUrl;
}
