import type { SQSEvent } from 'aws-lambda';
import { pollGbSeconds } from '../../../lib/cost/lambda-time.ts';
import { pollingLimits } from '../../../lib/limits.ts';
import { sqsEvent } from '../../../lib/local/lambda/triggers.ts';
import type { Scheduler } from '../../support/scheduler.ts';
import type { dayFunctions } from './day-functions.ts';
import type { DayQueue } from './day-queue.ts';
import type { Tally } from './tally.ts';

type Worker = ReturnType<typeof dayFunctions>['handlers'][number];

/** The event source: a free worker takes a message once it is visible, and is billed until it is done. */
export class DayWorkers {
  private readonly free: Worker[];
  private readonly queue: DayQueue;
  private readonly scheduler: Scheduler;
  private readonly tally: Tally;
  private trouble: unknown = null;

  constructor(workers: readonly Worker[], queue: DayQueue, scheduler: Scheduler, tally: Tally) {
    this.free = [...workers];
    this.queue = queue;
    this.scheduler = scheduler;
    this.tally = tally;
  }

  /** Starts workers for all messages in the queue. */
  begin(): void {
    for (const at of this.queue.arrivals())
      this.scheduler.at(Math.max(at, this.scheduler.now), () => this.serve());
  }

  /** @throws what a worker threw */
  check(): void {
    if (this.trouble !== null) throw this.trouble;
  }

  private serve(): void {
    for (let worker = this.free.pop(); worker !== undefined; worker = this.free.pop()) {
      const body = this.queue.take(this.scheduler.now);
      if (body === null) return void this.free.push(worker);
      const busy = worker;
      this.invoke(busy, body)
        .catch((error: unknown) => {
          this.trouble = error;
        })
        .finally(() => {
          this.free.push(busy);
          this.serve();
        });
    }
  }

  private async invoke(worker: Worker, body: string): Promise<void> {
    const { scheduler, tally } = this;
    const at = scheduler.now;
    const getRemainingTimeInMillis = () => at + pollingLimits.timeout * 1_000 - scheduler.now;
    const { batchItemFailures } = await worker(eventOf(body), { getRemainingTimeInMillis });
    if (batchItemFailures.length > 0) throw new Error('a message failed');
    const gbSeconds = pollGbSeconds((scheduler.now - at) / 1_000, 0);
    tally.add('polls', { lambdaRequests: 1, sqsRequests: 2, gbSeconds });
  }
}

function eventOf(body: string): SQSEvent {
  return sqsEvent([{ MessageId: 'one', ReceiptHandle: 'one', Body: body }]);
}
