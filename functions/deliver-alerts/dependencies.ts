import { randomUUID } from 'node:crypto';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Dispatcher } from 'undici';
import type { EpochMilliseconds } from '../chain/units.ts';
import { createIncidentLog } from '../incidents/incident-log.ts';
import { operationsOriginOf } from '../incidents/operations-message.ts';
import { createOperationsPublisher } from '../incidents/publish-operations.ts';
import { createSharedCounter } from '../rate/shared-counter.ts';
import { awsClientOptions, plainDocumentClient, readParameter } from '../runtime/aws-clients.ts';
import { type CountMetric, metricNamespace } from '../runtime/metric-names.ts';
import { type Replacements, startUp } from '../runtime/start-up.ts';
import { tableItems } from '../runtime/table-items.ts';
import { createDestinationQueue } from './delivery/destination-queue.ts';
import { createDestinationStates, type Lease } from './delivery/destination-state.ts';
import type { createIncidentReports } from './delivery/incident-reports.ts';
import { createPace } from './delivery/pace.ts';
import { createSentMessages } from './delivery/sent-messages.ts';
import {
  type Destination,
  type NoTarget,
  type ReadSecret,
  rememberSecrets,
  type Target,
} from './delivery/target.ts';
import { createWaitingLine } from './delivery/waiting-line.ts';
import { deliverEnvironment, destinationParameter } from './environment.ts';
import { createDestinationAgent, createSend } from './net/send.ts';

export type DeliverFunction = Awaited<ReturnType<typeof deliverDependencies>>;
export type DeliverDependencies = DeliverFunction['deps'];
/** The stores of one destination: its waiting line, sent messages and queue. */
export type DestinationStores = ReturnType<DeliverDependencies['storesOf']>;

/** One destination in the hands of one worker. */
export interface Delivery extends DeliverDependencies, DestinationStores {
  readonly destination: Destination;
  readonly lease: Lease;
  readonly reports: ReturnType<typeof createIncidentReports>;
  /** No try begins after this time. */
  readonly tryUntil: EpochMilliseconds;
  readonly target: Target | NoTarget;
}

interface DeliverOverrides extends Replacements {
  readonly sqs?: SQSClient;
  readonly readSecret?: ReadSecret;
  readonly dispatcher?: Dispatcher;
}

/** Once a cold start. @throws ZodError naming the variable that is missing or wrong */
export async function deliverDependencies(
  environment: Record<string, string | undefined>,
  overrides: DeliverOverrides = {},
) {
  const { clock, log, sns, ssm, dynamodb } = startUp('deliver-alerts', overrides);
  const { sqs = new SQSClient(awsClientOptions), documents } = overrides;
  const plain = documents?.plain ?? plainDocumentClient(dynamodb);
  const readFromSsm: ReadSecret = (name) => readParameter(ssm, destinationParameter(name));
  const settings = deliverEnvironment.parse(environment);
  const metrics = new Metrics({
    namespace: metricNamespace,
    serviceName: 'deliver-alerts',
    defaultDimensions: { stack: settings.STACK_NAME },
  });
  const table = tableItems(plain, settings.DELIVERIES_TABLE);
  const allowLoopback = settings.LOOPBACK === 'allowed';
  const queuesUrl = settings.QUEUE_URL.slice(0, settings.QUEUE_URL.lastIndexOf('/') + 1);
  const count: CountMetric = (name, value) => metrics.addMetric(name, MetricUnit.Count, value);
  const deps = {
    clock,
    log,
    allowLoopback,
    readSecret: rememberSecrets(overrides.readSecret ?? readFromSsm, clock),
    states: createDestinationStates(table, clock, randomUUID),
    pace: createPace(createSharedCounter(table, clock), clock),
    send: createSend(overrides.dispatcher ?? createDestinationAgent(allowLoopback), clock),
    storesOf: (name: string) => ({
      line: createWaitingLine(table, name, clock),
      sent: createSentMessages(table, name, clock),
      queue: createDestinationQueue(sqs, `${queuesUrl}${settings.STACK_NAME}-${name}`),
    }),
    incidents: createIncidentLog(
      tableItems(plain, settings.STATE_TABLE),
      createOperationsPublisher(settings, { sns, clock }),
      clock,
    ),
    origin: operationsOriginOf(settings),
    count,
  };
  return {
    deps,
    operationsTopicArn: settings.OPS_TOPIC_ARN,
    /** @throws Error for a queue of no destination */
    destinationOf(queueArn: string): Destination {
      const name = queueArn.slice(queueArn.lastIndexOf(':') + 1 + settings.STACK_NAME.length + 1);
      const kind = settings.DESTINATIONS[name];
      if (kind === undefined)
        throw new Error(`${queueArn} is the queue of no destination: deploy the stack again.`);
      return { name, kind, queueArn };
    },
    flush(): void {
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
