import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { ITable, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { destinationParameter } from '../../functions/deliver-alerts/environment.ts';
import { incidentsPartition } from '../../functions/incidents/incident.ts';
import { deliverVariables } from '../environment.ts';
import { deliveryLimits } from '../limits.ts';
import { deliveryKeys } from '../table-keys.ts';
import { allow, ChainbellFunction, parameterByName } from './function.ts';
import { makeQueue, taking } from './queue.ts';
import type { Settings } from './settings/definitions.ts';
import { type DestinationSetting, type FilterPolicy, withSummary } from './settings/destination.ts';
import { SettingWrong } from './settings/read-settings.ts';
import { makeTable } from './tables.ts';
import { filteredBy, subscribe, type Topics } from './topics.ts';

interface DestinationsProps {
  /** Begins the queues' names; the metrics' dimension. */
  readonly name: string;
  readonly settings: Settings;
  readonly topics: Topics;
  /** The State table, for its incidents. */
  readonly state: ITable;
}

/** Each destination has its own queues, so that a slow or dead one delays no other. */
interface DestinationQueues {
  readonly destination: DestinationSetting;
  readonly queue: Queue;
  readonly deadLetters: Queue;
}

const keepingIncidents = [
  'dynamodb:DeleteItem',
  'dynamodb:GetItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];
const keeping = [...keepingIncidents, 'dynamodb:Query'];

/** A queue for each destination, and one function that delivers to all. */
export class Destinations extends Construct {
  readonly deliverAlerts: ChainbellFunction;
  readonly queues: readonly DestinationQueues[];

  /** @throws SettingWrong if SQS would refuse a queue's name */
  constructor(scope: Construct, id: string, props: DestinationsProps) {
    super(scope, id);
    const { name, settings, topics, state } = props;
    this.queues = settings.destinations.map((destination) => this.makeQueues(name, destination));
    const deliveries = this.makeTable();
    const queues = this.queues.map(({ queue }) => queue.queueArn);
    const deadLetters = this.queues.map((one) => one.deadLetters.queueArn);
    const secrets = settings.destinations.map(
      (one) => parameterByName(this, destinationParameter(one.name)).parameterArn,
    );
    this.deliverAlerts = new ChainbellFunction(this, 'DeliverAlerts', {
      folder: 'deliver-alerts',
      description: 'Chainbell: delivers alerts to chats and signed webhooks',
      timeout: Duration.seconds(deliveryLimits.timeout),
      environment: deliverVariables(settings, {
        stackName: name,
        deliveriesTable: deliveries.tableName,
        stateTable: state.tableName,
        opsTopicArn: topics.operations.topicArn,
        queueUrl: this.queues[0]?.queue.queueUrl ?? '',
      }),
      tracing: settings.tracing,
      permissions: [
        // ChangeMessageVisibility hides a waiting message until its time.
        allow('TakeMessages', queues, 'sqs:ChangeMessageVisibility', ...taking),
        allow('KeepDeadLetters', deadLetters, 'sqs:SendMessage'),
        // AWS's own SSM key lets this account decrypt through SSM.
        allow('ReadSecrets', secrets, 'ssm:GetParameter'),
        allow('KeepDeliveries', deliveries.tableArn, ...keeping),
        {
          ...allow('KeepIncidents', state.tableArn, ...keepingIncidents),
          conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [incidentsPartition] } },
        },
        allow('TellOperations', topics.operations.topicArn, 'sns:Publish'),
      ],
    });
    for (const queues of this.queues) this.connect(queues, topics);
  }

  private makeQueues(stack: string, destination: DestinationSetting): DestinationQueues {
    const queueName = `${stack}-${destination.name}`;
    const deadLettersName = `${queueName}-dead-letters`;
    if (!/^[\w-]{1,80}$/.test(deadLettersName))
      throw new SettingWrong(
        `The setting destinations can't have ${destination.name}: its queue would be called ${deadLettersName}, and SQS takes 80 letters, digits and hyphens at most, so rename it or the stack, or set the construct's prop name.`,
      );
    const common = {
      retentionPeriod: Duration.days(deliveryLimits.retentionDays),
      noDeadLetters:
        'The function sends dead letters with the reply of the service; a receive limit would also move waiting messages.',
    };
    const visibilityTimeout = Duration.seconds(deliveryLimits.visibilitySeconds);
    return {
      destination,
      queue: makeQueue(this, destination.name, { ...common, queueName, visibilityTimeout }),
      deadLetters: makeQueue(this, `${destination.name}-dead-letters`, {
        ...common,
        queueName: deadLettersName,
      }),
    };
  }

  private makeTable(): TableV2 {
    const table = makeTable(this, 'Deliveries', deliveryKeys, {
      timeToLiveAttribute: 'expiresAt',
      // Alerts are in the queues. If this table is lost, their order and the record of deliveries are lost.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(table).acknowledge({
      id: 'AwsSolutions-DDB3',
      reason: 'What is in it is of use for days: nobody would restore it.',
    });
    return table;
  }

  private connect({ destination, queue, deadLetters }: DestinationQueues, topics: Topics): void {
    // SNS puts a message that it can't deliver into the dead letter queue, in the form of the destination's queue. So a redrive can send it.
    const subscriptionBy = (filter?: FilterPolicy) =>
      new SqsSubscription(queue, { ...filteredBy(filter), deadLetterQueue: deadLetters });
    subscribe(topics.alerts, subscriptionBy(withSummary(destination)));
    // Operations messages have none of an alert's attributes: a filter would drop them all.
    if (destination.operations) topics.operations.addSubscription(subscriptionBy());
    new EventSourceMapping(this, `Deliver-${destination.name}`, {
      target: this.deliverAlerts.function,
      eventSourceArn: queue.queueArn,
      batchSize: deliveryLimits.batchSize,
      reportBatchItemFailures: true,
      maxConcurrency: deliveryLimits.concurrency,
    });
  }
}
