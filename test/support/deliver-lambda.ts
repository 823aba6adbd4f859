import type { SQSRecord } from 'aws-lambda';
import type { createDeliverHandler } from '../../functions/deliver-alerts/handler.ts';
import { deliveryLimits } from '../../lib/limits.ts';
import { Worker } from '../simulation/worker.ts';
import type { DestinationQueues, Queued } from './destination-queues.ts';
import type { Scheduler } from './scheduler.ts';

type DeliverHandler = ReturnType<typeof createDeliverHandler>;

const { timeout, concurrency } = deliveryLimits;

/**
 * Runs the delivering function as Lambda does: for each queue two invocations at once, warm handlers, a time-out, and
 * deletion of each message that an invocation does not report as failed.
 */
export class DeliverLambda {
  /** Invocations that threw, by what they threw. */
  readonly threw: unknown[] = [];
  /** True while nothing runs. */
  down = false;
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

  /** How many invocations are under way. */
  busy(): number {
    return Array.from(this.running.values(), ({ size }) => size).reduce((sum, size) => sum + size, 0);
  }

  /** Invokes the function while a queue that has a reader has something to give. */
  poll(queue: string): void {
    const running = this.running.get(queue) ?? new Set();
    this.running.set(queue, running);
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
    const event = { Records: batch.map((message) => recordOf(message, queue)) };
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
        // Work that the handler left unfinished is never done, because Lambda freezes it.
        .finally(() => worker.die());
    scheduler.after(1, run, worker);
  }
}

function recordOf({ messageId, body, receiptHandle, sentAt, received }: Queued, queue: string): SQSRecord {
  return {
    messageId,
    body,
    receiptHandle: receiptHandle ?? '',
    attributes: {
      ApproximateReceiveCount: String(received),
      SentTimestamp: String(sentAt),
      SenderId: 'x',
      ApproximateFirstReceiveTimestamp: String(sentAt),
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:eu-central-1:000000000000:${queue}`,
    awsRegion: 'eu-central-1',
  };
}
