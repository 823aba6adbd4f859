import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { pollGbSeconds } from '../../../lib/cost/lambda-time.ts';
import { pollingLimits } from '../../../lib/limits.ts';
import { sqsEvent } from '../../../lib/local/lambda/triggers.ts';
import { Counts } from '../../simulation/counts.ts';
import { SimFunction } from '../../simulation/sim-function.ts';
import type { dayFunctions } from './day-functions.ts';

/** Lambda keeps the workers of a day: the rate is planned for warm ones. */
const never = { chance: () => false };

type Day = Pick<ReturnType<typeof dayFunctions>, 'scheduler' | 'tally' | 'queue' | 'poll'>;

/** The poll function of a day: a free worker takes a message once it is visible, and is billed until it is done. */
export class DayWorkers {
  private readonly day: Day;
  private readonly polling: SimFunction<SQSEvent, SQSBatchResponse>;
  private isOpen = false;
  private trouble: unknown = null;

  constructor(day: Day, concurrency: number) {
    this.day = day;
    const { scheduler, poll: make } = day;
    const host = { scheduler, counts: new Counts(), random: never, clockSkew: () => 0, died() {} };
    this.polling = new SimFunction(host, {
      ...{ name: 'poll', concurrency, timeout: pollingLimits.timeout * 1_000, make },
      freed: () => this.serve(),
    });
    day.queue.polls.arrived = () => this.serve();
  }

  /** No worker takes a message until `begin`. */
  pause(): void {
    this.isOpen = false;
  }

  begin(): void {
    this.isOpen = true;
    this.serve();
  }

  /** @throws what a worker threw */
  check(): void {
    if (this.trouble !== null) throw this.trouble;
  }

  private serve(): void {
    const { scheduler, tally, queue } = this.day;
    while (this.isOpen && this.polling.hasRoom()) {
      const [message] = queue.polls.receive();
      if (message === undefined) return;
      const at = scheduler.now;
      const event = sqsEvent([{ MessageId: 'one', ReceiptHandle: 'one', Body: message.body }]);
      this.polling.invoke(event, (result, _, error) => {
        if (result?.batchItemFailures.length !== 0) this.trouble = error ?? new Error('a message failed');
        queue.polls.messages.delete(message);
        const gbSeconds = pollGbSeconds((scheduler.now - at) / 1_000, 0);
        tally.add('polls', { lambdaRequests: 1, sqsRequests: 2, gbSeconds });
      });
    }
  }
}
