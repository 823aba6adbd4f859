import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, SQSClient } from '@aws-sdk/client-sqs';
import { pollingLimits } from '../../../lib/limits.ts';
import type { Scheduler } from '../../support/scheduler.ts';
import type { Troubles } from '../troubles.ts';
import type { Worker } from '../worker.ts';
import type { AwsCalls } from './aws-calls.ts';
import { SimQueue } from './sim-queue.ts';

const { visibilitySeconds, maxReceives } = pollingLimits;

/** How SQS delivers a message: how many milliseconds late, and whether once more. */
interface Delivery {
  readonly late: number;
  readonly twice: boolean;
}

/** Delivers late or twice where the story says so. */
export function disturbed(troubles: Troubles): () => Delivery {
  return () => ({
    late: troubles.takeAws(['SQS delivers late']) === null ? 0 : 150_000,
    twice: troubles.takeAws(['SQS delivers twice']) !== null,
  });
}

/** The queue of polls, and the messages that wake the dispatch function between two ticks. */
export class PollQueue {
  readonly sqs: SQSClient;
  readonly polls: SimQueue;
  /** Entries that SQS refused and that were not sent again, with their sender. A successful dispatch leaves none. */
  readonly refused = new Map<string, Worker>();
  /** Called with a message that wakes the dispatch function. */
  woken: (body: string) => void = () => {};
  /** How the next message is delivered. */
  delivery: () => Delivery;

  constructor(calls: Pick<AwsCalls, 'call'>, scheduler: Scheduler, delivery: () => Delivery) {
    this.delivery = delivery;
    this.polls = new SimQueue(scheduler, { batchSize: 1, visibilitySeconds, maxReceives });
    const wake = (body: string, after: number) => scheduler.after(after, () => this.woken(body), null);
    const send = (command: unknown) => {
      if (!(command instanceof SendMessageBatchCommand)) throw new Error('SQS in memory only takes batches');
      const { QueueUrl, Entries: entries = [] } = command.input;
      return calls.call({
        point: 'send polls',
        service: 'SQS',
        faults: ['SQS refuses a batch', 'SQS refuses part of a batch'],
        act: (fault, worker) => {
          // A lost or late wake-up loses no transfer, because the next tick scans the same blocks.
          if (QueueUrl === 'wake-ups') return this.take(fault === null ? entries : [], wake);
          const failed = fault === 'SQS refuses part of a batch' ? entries.slice(0, 1) : [];
          for (const { MessageBody: body = '' } of failed) this.refused.set(body, worker);
          this.take(entries.slice(failed.length), (body, after) => {
            this.refused.delete(body);
            this.polls.add(body, after);
          });
          return { Failed: failed.map(({ Id }) => ({ Id, Code: 'ServiceUnavailable', SenderFault: false })) };
        },
      });
    };
    this.sqs = Object.assign(Object.create(SQSClient.prototype), { send });
  }

  private take(
    entries: readonly SendMessageBatchRequestEntry[],
    add: (body: string, after: number) => void,
  ): object {
    for (const { MessageBody: body = '', DelaySeconds = 0 } of entries) {
      const { late, twice } = this.delivery();
      add(body, DelaySeconds * 1_000 + late);
      if (twice) add(body, DelaySeconds * 1_000 + 20);
    }
    return {};
  }
}
