import { paginateListSubscriptionsByTopic } from '@aws-sdk/client-sns';
import type { OpenStack } from '../stack/chainbell-stack.ts';

/** Somebody who gets alerts or operations messages. */
export interface Subscription {
  readonly topic: 'alerts' | 'operations';
  readonly protocol: string;
  readonly endpoint: string;
  /** SNS keeps one that was ended, or not confirmed, for three days. */
  readonly state: 'confirmed' | 'pending' | 'dropped';
}

/** The subscriptions of both topics. */
export async function readSubscriptions({ stack, aws }: OpenStack): Promise<Subscription[]> {
  const client = await aws.sns();
  const found: Subscription[] = [];
  for (const [topic, TopicArn] of [
    ['alerts', stack.alertsTopicArn],
    ['operations', stack.opsTopicArn],
  ] as const)
    for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn }))
      for (const { Protocol: protocol = '', Endpoint: endpoint = '', SubscriptionArn } of Subscriptions)
        found.push({ topic, protocol, endpoint, state: stateOf(SubscriptionArn) });
  return found;
}

function stateOf(arn: string | undefined): Subscription['state'] {
  if (arn === 'Deleted') return 'dropped';
  return arn?.startsWith('arn:') ? 'confirmed' : 'pending';
}
