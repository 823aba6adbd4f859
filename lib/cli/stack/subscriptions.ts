import { paginateListSubscriptionsByTopic } from '@aws-sdk/client-sns';
import {
  type SubscriptionState,
  subscriptionState,
  topics,
} from '../../../functions/dispatch-polls/subscriptions/topic-subscriptions.ts';
import type { OpenStack } from './open-stack.ts';

export interface Subscription {
  readonly topic: 'alerts' | 'operations';
  readonly protocol: string;
  readonly endpoint: string;
  readonly state: SubscriptionState;
  /** "PendingConfirmation" or the like if it is not confirmed. */
  readonly arn: string;
}

export async function readSubscriptions({ stack, aws }: OpenStack): Promise<Subscription[]> {
  const client = await aws.sns();
  const found: Subscription[] = [];
  const arns = { alerts: stack.alertsTopicArn, operations: stack.opsTopicArn };
  for (const topic of topics)
    for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic(
      { client },
      { TopicArn: arns[topic] },
    ))
      for (const { Protocol: protocol = '', Endpoint: endpoint = '', SubscriptionArn: arn } of Subscriptions)
        found.push({ topic, protocol, endpoint, state: subscriptionState(arn), arn: arn ?? '' });
  return found;
}
