import { Duration, Validations } from 'aws-cdk-lib';
import type { DeliveryPolicy, ITopic } from 'aws-cdk-lib/aws-sns';
import { UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

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

/** Subscribes webhooks. Returns the queue of what they refused to the last retry; null without webhooks. */
export function subscribeWebhooks(
  scope: Construct,
  topic: ITopic,
  webhooks: readonly string[],
): Queue | null {
  if (webhooks.length === 0) return null;
  const deadLetterQueue = new Queue(scope, 'DeadWebhookAlerts', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  Validations.of(deadLetterQueue).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'It is itself the dead-letter queue, of subscriptions, which the rule does not look at.',
  });
  for (const url of webhooks) {
    topic.addSubscription(new UrlSubscription(url, { deliveryPolicy, deadLetterQueue }));
  }
  return deadLetterQueue;
}
