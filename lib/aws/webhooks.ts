import { Duration, Validations } from 'aws-cdk-lib';
import type { DeliveryPolicy, ITopic } from 'aws-cdk-lib/aws-sns';
import { UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/**
 * Fifty retries over 50 to 60 minutes, in place of SNS's three within one minute. SNS refuses a policy of more than 3,600
 * seconds and does not document its curve, so only five delays follow the curve: 21 × 5 s, five from 5 to 120 s, and
 * 24 × 120 s make 3,010 to 3,585 s in any case.
 */
const deliveryPolicy: DeliveryPolicy = {
  healthyRetryPolicy: {
    numRetries: 50,
    minDelayTarget: Duration.seconds(5),
    numMinDelayRetries: 21,
    maxDelayTarget: Duration.seconds(120),
    numMaxDelayRetries: 24,
    // The curve is SNS's own, linear: SNS knows the names of the others in lower case, and CDK writes them in upper case.
  },
};

/**
 * Subscribes webhooks to a topic. Returns the queue of what they refused after all retries, in the form that a webhook
 * gets; null without webhooks.
 */
export function subscribeWebhooks(
  scope: Construct,
  topic: ITopic,
  webhooks: readonly string[],
): Queue | null {
  if (webhooks.length === 0) return null;
  const deadLetterQueue = new Queue(scope, 'DeadWebhookAlerts', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    // SQS's maximum.
    retentionPeriod: Duration.days(14),
  });
  Validations.of(deadLetterQueue).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'It is itself the dead-letter queue, of subscriptions, which the rule does not look at.',
  });
  for (const url of webhooks) {
    // Lets the topic send to the queue as well.
    topic.addSubscription(new UrlSubscription(url, { deliveryPolicy, deadLetterQueue }));
  }
  return deadLetterQueue;
}
