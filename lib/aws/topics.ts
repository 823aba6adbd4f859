import { Annotations, Duration, Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-kms';
import {
  CfnSubscription,
  type DeliveryPolicy,
  type ITopic,
  type ITopicSubscription,
  SubscriptionFilter,
  Topic,
} from 'aws-cdk-lib/aws-sns';
import {
  EmailSubscription,
  SmsSubscription,
  type SubscriptionProps,
  UrlSubscription,
} from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { makeQueue } from './queue.ts';
import type { Settings } from './settings/definitions.ts';
import type { FilterPolicy } from './settings/destination.ts';

interface TopicsProps
  extends Pick<Settings, 'emails' | 'phones' | 'webhooks' | 'opsEmails' | 'destinations'> {
  readonly alertsTopic?: ITopic | undefined;
  readonly operationsTopic?: ITopic | undefined;
}

export class Topics extends Construct {
  readonly alerts: ITopic;
  readonly operations: ITopic;
  /** Alerts that a webhook refused at every retry; null without webhooks. */
  readonly deadWebhookAlerts: Queue | null;

  constructor(scope: Construct, id: string, props: TopicsProps) {
    super(scope, id);
    const { emails, phones, webhooks, opsEmails, destinations } = props;

    this.alerts =
      props.alertsTopic ?? this.makeAlerts([...emails, ...phones, ...webhooks, ...destinations].length === 0);
    for (const email of emails) this.alerts.addSubscription(new EmailSubscription(email));
    for (const { phone, filter } of phones)
      subscribe(this.alerts, new SmsSubscription(phone, filteredBy(filter)));
    this.deadWebhookAlerts = subscribeWebhooks(this, this.alerts, webhooks);

    this.operations =
      props.operationsTopic ??
      this.makeOperations(opsEmails.length === 0 && !destinations.some(({ operations }) => operations));
    for (const email of opsEmails) this.operations.addSubscription(new EmailSubscription(email));
  }

  private makeAlerts(silent: boolean): Topic {
    // AWS's own SNS key is free and lets every publisher of this account use it without a KMS statement.
    const topic = new Topic(this, 'Alerts', {
      displayName: 'Chainbell',
      masterKey: Alias.fromAliasName(this, 'SnsKey', 'alias/aws/sns'),
      enforceSSL: true,
    });
    if (silent) warnOfSilence(topic, 'alerts', 'emails, phones, webhooks and destinations are empty');
    return topic;
  }

  private makeOperations(silent: boolean): Topic {
    // Not encrypted: CloudWatch can't publish under AWS's own SNS key, and another key costs $1 a month.
    // The messages name wallets, chains and causes, no amounts.
    const topic = new Topic(this, 'Operations', { displayName: 'Chainbell operations', enforceSSL: true });
    // A policy of one's own replaces the default policy, which lets alarms publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsPublish',
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (silent)
      warnOfSilence(topic, 'operations messages', 'opsEmails is empty, and no destination has operations');
    return topic;
  }
}

/** A setting forgotten on the command line removes its subscriptions at the next deploy. */
function warnOfSilence(topic: Topic, messages: string, because: string): void {
  const text = `No setting subscribes anybody to ${messages} (${because}). Subscriptions that an earlier deploy made from settings are removed; those made in the console stay. Keep settings in chainbell.json.`;
  Annotations.of(topic).addWarningV2(`chainbell:no-subscriber-of-${topic.node.id.toLowerCase()}`, text);
}

/** Sets the scope, without which CloudFormation adds and removes no filter (its guide, aws-resource-sns-subscription.html). */
export function subscribe(topic: ITopic, subscription: ITopicSubscription): void {
  const { defaultChild } = topic.addSubscription(subscription).node;
  if (defaultChild instanceof CfnSubscription) defaultChild.filterPolicyScope = 'MessageAttributes';
}

/** CDK writes each attribute's conditions into the template unchanged. An empty filter lets all pass. */
export function filteredBy(filter: FilterPolicy = {}): SubscriptionProps {
  if (Object.keys(filter).length === 0) return {};
  const conditions = Object.entries(filter).map(
    ([attribute, list]) => [attribute, new SubscriptionFilter([...list])] as const,
  );
  return { filterPolicy: Object.fromEntries(conditions) };
}

/**
 * Fifty retries over 50 to 60 minutes in place of three. SNS refuses more than 3,600 s and does not document its curve:
 * 21 × 5 s, five delays from 5 to 120 s and 24 × 120 s make 3,010 to 3,585 s in any case.
 */
const deliveryPolicy: DeliveryPolicy = {
  healthyRetryPolicy: {
    numRetries: 50,
    minDelayTarget: Duration.seconds(5),
    numMinDelayRetries: 21,
    maxDelayTarget: Duration.seconds(120),
    numMaxDelayRetries: 24,
    // Linear, the default: CDK writes the curves' names in upper case, which SNS refuses.
  },
};

/** Subscribes webhooks. Returns the queue of alerts that they refused to the last retry; null without webhooks. */
function subscribeWebhooks(scope: Construct, topic: ITopic, webhooks: readonly string[]): Queue | null {
  if (webhooks.length === 0) return null;
  const deadLetterQueue = makeQueue(scope, 'DeadWebhookAlerts', {
    retentionPeriod: Duration.days(14),
    noDeadLetters: 'It is itself the dead-letter queue, of subscriptions, which the rule does not look at.',
  });
  for (const url of webhooks) {
    topic.addSubscription(new UrlSubscription(url, { deliveryPolicy, deadLetterQueue }));
  }
  return deadLetterQueue;
}
