import type { SNSClient } from '@aws-sdk/client-sns';
import type { SSMClient } from '@aws-sdk/client-ssm';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { deliverDependencies } from '../../../functions/deliver-alerts/dependencies.ts';
import { createDeliverHandler } from '../../../functions/deliver-alerts/handler.ts';
import type { Log } from '../../../functions/runtime/log.ts';
import type { readSettings } from '../../../lib/aws/settings/read-settings.ts';
import { deliverVariables } from '../../../lib/environment.ts';
import { deliveryLimits } from '../../../lib/limits.ts';
import { sqsEvent } from '../../../lib/local/lambda/triggers.ts';
import type { AwsCalls } from '../../simulation/aws/aws-calls.ts';
import type { Queued } from '../../simulation/aws/sim-queue.ts';
import type { Tables } from '../../simulation/aws/tables.ts';
import { operationsTopic } from '../../simulation/aws/topics.ts';
import { Counts } from '../../simulation/counts.ts';
import { Random } from '../../simulation/random.ts';
import { SimFunction } from '../../simulation/sim-function.ts';
import type { Worker } from '../../simulation/worker.ts';
import { type Answering, ChatServices } from '../fakes/chat-services.ts';
import type { Scheduler } from '../scheduler.ts';
import { DestinationQueues } from './destination-queues.ts';

type DeliverHandler = ReturnType<typeof createDeliverHandler>;

const { timeout, concurrency } = deliveryLimits;

/** Runs the deliver function as Lambda does: at most two invocations at once for each queue. */
class DeliverLambda {
  /** The errors of invocations that threw. */
  readonly threw: unknown[] = [];
  /** True while no invocation is started. */
  down = false;
  /** Called when a message comes to a queue without a free worker. */
  full: (queue: string) => void = () => {};
  private readonly queues: DestinationQueues;
  private readonly deliver: SimFunction<SQSEvent, SQSBatchResponse>;
  /** The queue of each worker's last invocation. */
  private readonly reads = new Map<Worker, string>();

  /** @param names the queues with messages to deliver */
  constructor(
    make: (worker: Worker) => DeliverHandler,
    queues: DestinationQueues,
    names: readonly string[],
    scheduler: Scheduler,
  ) {
    this.queues = queues;
    const host = { scheduler, counts: new Counts(), random: new Random(3), clockSkew: () => 0, died() {} };
    this.deliver = new SimFunction(host, {
      ...{ name: 'deliver', concurrency: Infinity, timeout: timeout * 1_000, make },
      freed: () => names.forEach((name) => void this.poll(name)),
    });
    for (const name of names) queues.of(name).arrived = () => this.poll(name);
  }

  /** How many invocations are running. */
  busy(): number {
    return this.deliver.busy().length;
  }

  /** Invokes the function while the queue has a message to deliver. */
  poll(name: string): void {
    const queue = this.queues.of(name);
    const running = () => this.deliver.busy().filter((worker) => this.reads.get(worker) === name).length;
    if (running() >= concurrency) this.full(name);
    while (!this.down && running() < concurrency) {
      const batch = queue.receive();
      if (batch.length === 0) return;
      const worker = this.deliver.invoke(eventOf(name, batch), (result, _, error) => {
        if (result === null) return void this.threw.push(error);
        const failed = new Set(result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
        for (const one of batch) if (!failed.has(one.messageId)) queue.messages.delete(one);
      });
      this.reads.set(worker, name);
    }
  }
}

function eventOf(queue: string, batch: readonly Queued[]): SQSEvent {
  const messages = batch.map(({ messageId, body, receiptHandle, sentAt }) => ({
    ...{ MessageId: messageId, Body: body, ReceiptHandle: receiptHandle ?? '' },
    Attributes: { SentTimestamp: String(sentAt) },
  }));
  return sqsEvent(messages, queue);
}

const stackName = 'Chainbell';
/** The names of a destination's two queues. */
export const queueOf = (destination: string) => `${stackName}-${destination}`;
export const lettersOf = (destination: string) => `${queueOf(destination)}-dead-letters`;

interface DeliveringAws {
  readonly sns: SNSClient;
  readonly ssm: SSMClient;
  readonly calls: AwsCalls;
  readonly tables: Tables;
  readonly scheduler: Scheduler;
}

interface DeliverOptions {
  readonly settings: ReturnType<typeof readSettings>;
  readonly log: Log;
  readonly answering: Answering;
  /** Called for each metric. */
  readonly count?: (name: string) => void;
}

/**
 * The settings' destinations with their queues in virtual time, and the deployed deliver function: made from its
 * environment, on tables, topics and services in memory, where calls take time and can go wrong.
 */
export function deliverInMemory(
  { calls, tables, scheduler, sns, ssm }: DeliveringAws,
  { settings, log, answering, count = () => {} }: DeliverOptions,
) {
  const names = settings.destinations.map(({ name }) => name);
  const both = names.flatMap((name) => [queueOf(name), lettersOf(name)]);
  const queues = new DestinationQueues(calls, scheduler, both);
  const services = new ChatServices(scheduler, answering);
  const variables = deliverVariables(settings, {
    stackName,
    deliveriesTable: 'Deliveries',
    stateTable: 'State',
    opsTopicArn: operationsTopic,
    queueUrl: `https://sqs.example/${queueOf(names[0] ?? '')}`,
  });
  const documents = { plain: tables.client((item) => ({ ...item })) };
  const overrides = { documents, sns, sqs: queues.sqs, ssm, log, dispatcher: services };
  const make = ({ clock }: Worker) =>
    createDeliverHandler(async () => {
      const made = await deliverDependencies(variables, { ...overrides, clock });
      return { ...made, deps: { ...made.deps, count }, flush() {} };
    });
  const lambda = new DeliverLambda(make, queues, names.map(queueOf), scheduler);
  return { queues, services, lambda };
}

/** A topic's message as SNS delivers it to a queue. @param more fields that differ */
export function notificationOf(topic: string, content: string, time: number, more: object): string {
  return JSON.stringify({
    ...{ Type: 'Notification', TopicArn: topic, Message: content },
    ...{ Timestamp: new Date(time).toISOString() },
    ...more,
  });
}
