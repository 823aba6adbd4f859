import type { SNSClient } from '@aws-sdk/client-sns';
import type { SSMClient } from '@aws-sdk/client-ssm';
import { deliverDependencies } from '../../../functions/deliver-alerts/dependencies.ts';
import { createDeliverHandler } from '../../../functions/deliver-alerts/handler.ts';
import type { Log } from '../../../functions/runtime/log.ts';
import type { readSettings } from '../../../lib/aws/settings/read-settings.ts';
import { deliverVariables } from '../../../lib/environment.ts';
import { deliveryLimits } from '../../../lib/limits.ts';
import { sqsEvent } from '../../../lib/local/lambda/triggers.ts';
import type { AwsCalls } from '../../simulation/aws/aws-calls.ts';
import type { Tables } from '../../simulation/aws/tables.ts';
import { operationsTopic } from '../../simulation/aws/topics.ts';
import { Worker } from '../../simulation/worker.ts';
import { type Answering, ChatServices } from '../fakes/chat-services.ts';
import type { Scheduler } from '../scheduler.ts';
import { DestinationQueues, type Queued } from './destination-queues.ts';

type DeliverHandler = ReturnType<typeof createDeliverHandler>;

const { timeout, concurrency } = deliveryLimits;

/**
 * Runs the deliver function as Lambda does: for each queue two invocations at once, warm handlers, a time-out, and
 * deletion of each message that an invocation does not report as failed.
 */
class DeliverLambda {
  /** The errors of invocations that threw. */
  readonly threw: unknown[] = [];
  /** True while no invocation is started. */
  down = false;
  /** Called when a message comes to a queue without a free worker. */
  full: (queue: string) => void = () => {};
  private readonly running = new Map<string, Set<Worker>>();
  private readonly warm: DeliverHandler[] = [];
  private readonly makeHandler: () => DeliverHandler;
  private readonly queues: DestinationQueues;
  private readonly scheduler: Scheduler;
  private started = 0;

  constructor(makeHandler: () => DeliverHandler, queues: DestinationQueues, scheduler: Scheduler) {
    this.makeHandler = makeHandler;
    this.queues = queues;
    this.scheduler = scheduler;
    queues.arrived = (queue) => this.poll(queue);
  }

  /** How many invocations are running. */
  busy(): number {
    return Array.from(this.running.values(), ({ size }) => size).reduce((sum, size) => sum + size, 0);
  }

  /** Invokes the function while a queue with a reader has a message to deliver. */
  poll(queue: string): void {
    const running = this.running.get(queue) ?? new Set();
    this.running.set(queue, running);
    if (running.size >= concurrency) this.full(queue);
    while (!this.down && !queue.endsWith('-dead-letters') && running.size < concurrency) {
      const batch = this.queues.receive(queue);
      if (batch.length === 0) return;
      this.invoke(queue, batch, running);
    }
  }

  private invoke(queue: string, batch: readonly Queued[], running: Set<Worker>): void {
    const { scheduler } = this;
    this.started += 1;
    const worker = new Worker(`deliver ${this.started}`, scheduler, 0);
    const handler = this.warm.pop() ?? this.makeHandler();
    running.add(worker);
    worker.onDeath = () => {
      running.delete(worker);
      scheduler.after(1, () => this.poll(queue), null);
    };
    const endsAt = scheduler.now + timeout * 1_000;
    scheduler.at(endsAt, () => worker.die());
    const event = sqsEvent(
      batch.map(({ messageId, body, receiptHandle, sentAt }) => ({
        ...{ MessageId: messageId, Body: body, ReceiptHandle: receiptHandle ?? '' },
        Attributes: { SentTimestamp: String(sentAt) },
      })),
      queue,
    );
    const run = () =>
      handler(event, { getRemainingTimeInMillis: () => endsAt - scheduler.now })
        .then(({ batchItemFailures }) => {
          if (!worker.alive) return;
          const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
          this.queues.delete(
            queue,
            batch.filter(({ messageId }) => !failed.has(messageId)),
          );
          this.warm.push(handler);
        })
        .catch((error: unknown) => this.threw.push(error))
        // Lambda freezes a worker after its handler returns: unfinished work is never done.
        .finally(() => worker.die());
    scheduler.after(1, run, worker);
  }
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
  const clock = {
    now: () => scheduler.now,
    // Only the running invocation can sleep.
    sleep: (ms: number, signal?: AbortSignal) =>
      scheduler.clock({ owner: scheduler.owner }).sleep(ms, signal),
  };
  const documents = tables.client((item) => ({ ...item }));
  const overrides = { documents, sns, sqs: queues.sqs, ssm, log, clock, dispatcher: services };
  const makeHandler = () =>
    createDeliverHandler(async () => {
      const made = await deliverDependencies(variables, overrides);
      return { ...made, deps: { ...made.deps, count }, flush() {} };
    });
  return { queues, services, lambda: new DeliverLambda(makeHandler, queues, scheduler) };
}

/** A topic's message as SNS delivers it to a queue. @param more fields that differ */
export function notificationOf(topic: string, content: string, time: number, more: object): string {
  return JSON.stringify({
    ...{ Type: 'Notification', TopicArn: topic, Message: content },
    ...{ Timestamp: new Date(time).toISOString() },
    ...more,
  });
}
