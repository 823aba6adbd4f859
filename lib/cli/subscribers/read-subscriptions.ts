import { paginateListSubscriptionsByTopic } from '@aws-sdk/client-sns';
import {
  type SubscriptionState,
  subscriptionState,
} from '../../../functions/dispatch-polls/subscriptions/topic-subscriptions.ts';
import type { OpenStack } from '../stack/chainbell-stack.ts';

/** Somebody who gets alerts or operations messages. */
export interface Subscription {
  readonly topic: 'alerts' | 'operations';
  readonly protocol: string;
  readonly endpoint: string;
  readonly state: SubscriptionState;
  /** Of a confirmed one; else a word of SNS. */
  readonly arn: string;
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
        found.push({
          topic,
          protocol,
          endpoint,
          state: subscriptionState(SubscriptionArn),
          arn: SubscriptionArn ?? '',
        });
  return found;
}
