import type { SQSEvent } from 'aws-lambda';
import { pollGbSeconds } from '../../../lib/cost/lambda-time.ts';
import { pollingLimits } from '../../../lib/polling-limits.ts';
import { sqsEvent } from '../../../lib/sqs-event.ts';
import type { Scheduler } from '../../support/scheduler.ts';
import type { dayFunctions } from './day-functions.ts';
import type { Tally } from './tally.ts';

type Worker = ReturnType<typeof dayFunctions>['workers'][number];

/** The event source: each worker takes a message at a time, and is billed for as long as it has it. */
export class DayWorkers {
  private readonly workers: readonly Worker[];
  private readonly queue: string[];
  private readonly scheduler: Scheduler;
  private readonly tally: Tally;
  /** A worker whose message of the minute before takes longer takes its next one after that. */
  private readonly busy = new Map<Worker, Promise<void>>();

  constructor(workers: readonly Worker[], queue: string[], scheduler: Scheduler, tally: Tally) {
    this.workers = workers;
    this.queue = queue;
    this.scheduler = scheduler;
    this.tally = tally;
  }

  /** All take what there is, until there is nothing left. */
  begin(): void {
    for (const worker of this.workers) this.busy.set(worker, this.takeAll(worker));
  }

  private async takeAll(worker: Worker): Promise<void> {
    await this.busy.get(worker);
    for (let body = this.queue.shift(); body !== undefined; body = this.queue.shift())
      await this.invoke(worker, body);
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
