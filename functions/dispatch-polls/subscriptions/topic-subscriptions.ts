import { hash } from 'node:crypto';
import { paginateListSubscriptionsByTopic, type SNSClient } from '@aws-sdk/client-sns';
import * as z from 'zod';
import type { Table } from '../../runtime/table-items.ts';
import { cleanText } from '../../text/safe-text.ts';

export const topics = ['alerts', 'operations'] as const;
export type TopicName = (typeof topics)[number];

export type TopicSubscription = RememberedSubscription & { readonly state: SubscriptionState };

/** SNS lists ended and unconfirmed subscriptions (`dropped`) for some days more. */
export type SubscriptionState = 'confirmed' | 'pending' | 'dropped';

/** @param arn a word in place of the ARN if the subscription is not confirmed */
export function subscriptionState(arn: string | undefined): SubscriptionState {
  if (arn === 'Deleted') return 'dropped';
  return arn?.startsWith('arn:') ? 'confirmed' : 'pending';
}

export function subscriptionId(protocol: string, endpoint: string): string {
  return hash('sha256', JSON.stringify([protocol, endpoint])).slice(0, 16);
}

/** Maximum subscriptions that are read: fifty pages. */
const maxListed = 5_000;
/** In ms, for all pages together: SNS answers a page in milliseconds. */
const timeout = 10_000;

/** All subscriptions of a topic. @throws Error above 5,000, and whatever SNS throws */
export async function listTopicSubscriptions(
  client: SNSClient,
  topic: TopicName,
  TopicArn: string,
): Promise<readonly TopicSubscription[]> {
  const abortSignal = AbortSignal.timeout(timeout);
  const found: TopicSubscription[] = [];
  for await (const page of paginateListSubscriptionsByTopic({ client }, { TopicArn }, { abortSignal })) {
    const { Subscriptions = [] } = page;
    for (const { Protocol: protocol = '', Endpoint: endpoint = '', SubscriptionArn } of Subscriptions) {
      const id = subscriptionId(protocol, endpoint);
      const shown = maskedEndpoint(protocol, endpoint);
      found.push({ protocol, id, shown, state: subscriptionState(SubscriptionArn) });
    }
    if (found.length > maxListed)
      throw new Error(
        `The ${topic} topic has more than ${maxListed} subscriptions, so none of them is checked: watch NumberOfNotificationsFailed of SNS instead.`,
      );
  }
  return found;
}

/** Longer hosts are cut: these first characters identify them. */
const maxShown = 60;

/** An email address's first letter and its domain, unless the domain has odd characters: SNS checks little of what is typed. */
const address = /^([\p{L}\p{N}])?.*(@[\p{L}\p{N}.-]+)$/su;

/** The part by which the owner recognises the endpoint: `a***@example.org`, a phone's last two digits, a URL's host. */
export function maskedEndpoint(protocol: string, endpoint: string): string {
  return cleanText(masked(protocol, endpoint), maxShown) ?? '***';
}

function masked(protocol: string, endpoint: string): string {
  if (protocol === 'sms') return `***${/\d\d$/.exec(endpoint)?.[0] ?? ''}`;
  if (protocol.startsWith('email')) {
    const [, first = '', at = ''] = address.exec(endpoint) ?? [];
    return `${first}***${at}`;
  }
  const { hostname } = URL.canParse(endpoint) ? new URL(endpoint) : { hostname: '' };
  // SNS reaches no host without a dot, and a host "https" would look like a link.
  return hostname.includes('.') ? hostname : '***';
}

const remembered = z.object({
  /** Short hash of protocol and address: the same whenever the address is subscribed again. */
  id: z.string(),
  protocol: z.string(),
  /** The masked address. */
  shown: z.string(),
});
const item = z.object({ known: z.array(remembered) });

export type RememberedSubscription = Readonly<z.infer<typeof remembered>>;

/** Remembers a topic's subscriptions by hash, with masked addresses. An item that a person made unreadable counts as none. */
export function createSubscriptionMemory(table: Table) {
  const keyOf = (topic: TopicName) => ({ wallet: '#subscriptions', chain: topic });
  return {
    read: async (topic: TopicName): Promise<readonly RememberedSubscription[]> =>
      item.safeParse(await table.get(keyOf(topic))).data?.known ?? [],
    write: (topic: TopicName, known: readonly RememberedSubscription[]) =>
      table.put({ ...keyOf(topic), ...item.parse({ known }) }),
  };
}
