import { GetSubscriptionAttributesCommand } from '@aws-sdk/client-sns';
import * as z from 'zod';
import { eachAtATime } from '../../../functions/runtime/batches.ts';
import { phone, webhook } from '../../aws/settings/setting.ts';
import { stackCommand } from '../frame/command.ts';
import type { OpenStack } from '../stack/open-stack.ts';
import { readSubscriptions, type Subscription } from '../stack/subscriptions.ts';
import { sayTable } from '../table.ts';
import { Unusable } from '../unusable.ts';

export const subscriptions = stackCommand({
  permissions: [
    { action: 'sns:ListSubscriptionsByTopic', on: ['alerts', 'operations'] },
    { action: 'sns:GetSubscriptionAttributes', on: ['account'], without: 'the filters stay unknown' },
  ],
  examples: ['chainbell subscriptions', 'chainbell subscriptions --json'],
  make: (command, context) =>
    command.action(async (options) => {
      const open = await context.open(options);
      const found = await readSubscriptions(open);
      const filters = await readFilters(found, open);
      const rows = found.map(({ topic, protocol, endpoint, state, arn }) => {
        const [, destination] = endpoint.split(`:${options.stack}-`);
        const to = destination === undefined ? shownEndpoint(endpoint) : `destination ${destination}`;
        const look = state === 'confirmed' ? 'good' : 'bad';
        return [topic, protocol, to, { text: state, look } as const, filters.get(arn) ?? null];
      });
      const document = found.map(({ arn, ...shown }) => ({ ...shown, gets: filters.get(arn) ?? null }));
      const none = 'Nobody is subscribed: subscribe with chainbell subscribe you@example.org.\n';
      await sayTable(context, options, document, ['Topic', 'By', 'To', 'State', 'Gets'], rows, none);
    }),
});

/** `all` or the filter policy as JSON, by ARN; unreadable ones are left out. */
async function readFilters(subscriptions: readonly Subscription[], { aws }: OpenStack) {
  const client = await aws.sns();
  const filters = new Map<string, string>();
  const confirmed = subscriptions.filter(({ state }) => state === 'confirmed');
  await eachAtATime(subscriptionsAtATime, confirmed, async ({ arn: SubscriptionArn }) => {
    const { Attributes = {} } = await client.send(new GetSubscriptionAttributesCommand({ SubscriptionArn }));
    filters.set(SubscriptionArn, Attributes.FilterPolicy || 'all');
  }).catch((error) => {
    if (!(error instanceof Unusable)) throw error;
  });
  return filters;
}

/** SNS answers a hundred of these a second. */
const subscriptionsAtATime = 8;

export interface Endpoint {
  readonly protocol: 'email' | 'sms' | 'http' | 'https';
  readonly address: string;
}

/** Email address, phone number or URL, checked as the settings are. @throws Unusable for anything else */
export function readEndpoint(typed: string): Endpoint {
  const text = typed.trim();
  const number = text.replaceAll(/[\s()-]/g, '');
  if (phone.safeParse(number).success) return { protocol: 'sms', address: number };
  if (z.email().safeParse(text).success) return { protocol: 'email', address: text };
  if (/^https?:/i.test(text) && webhook.safeParse(text).success)
    return { protocol: /^https:/i.test(text) ? 'https' : 'http', address: text };
  throw new Unusable(
    `"${text.slice(0, 60)}" is not an address: give an email address, a phone number such as +4915112345678, or an https URL without user name or password. Chats and signed webhooks are destinations, in chainbell.json.`,
  );
}

/** A URL's query may be a secret. */
export function shownEndpoint(address: string): string {
  return /^https?:/i.test(address) ? address.replace(/\?.*$/s, '?...') : address;
}
