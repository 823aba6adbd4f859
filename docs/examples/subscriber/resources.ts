import { fileURLToPath } from 'node:url';
import { Duration } from 'aws-cdk-lib';
import { AttributeType, Billing, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/**
 * The subscriber with its table, its dead-letter queue and its subscription:
 *
 * ```ts
 * new Subscriber(stack, 'Ledger', chainbell.alertsTopic);
 * ```
 */
export class Subscriber extends Construct {
  constructor(scope: Construct, id: string, alerts: ITopic) {
    super(scope, id);
    const seen = new TableV2(this, 'Seen', {
      partitionKey: { name: 'id', type: AttributeType.STRING },
      timeToLiveAttribute: 'expiresAt',
      billing: Billing.onDemand(),
    });
    const subscriber = new NodejsFunction(this, 'Function', {
      entry: fileURLToPath(new URL('./handler.ts', import.meta.url)),
      runtime: Runtime.NODEJS_24_X,
      // Shorter than the lease in seen.ts: a delivery that is still at work never counts as crashed.
      timeout: Duration.seconds(30),
      environment: { SEEN_TABLE: seen.tableName },
      // Keeps alerts that failed three times. Watch its depth, or add an alarm.
      deadLetterQueue: new Queue(this, 'DeadLetters', {
        retentionPeriod: Duration.days(14),
        enforceSSL: true,
      }),
    });
    seen.grantReadWriteData(subscriber);
    alerts.addSubscription(new LambdaSubscription(subscriber));
  }
}
