import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, SQSClient } from '@aws-sdk/client-sqs';
import { pollingLimits } from '../../../lib/limits.ts';
import type { Scheduler } from '../../support/scheduler.ts';
import type { Troubles } from '../troubles.ts';
import type { Worker } from '../worker.ts';
import type { AwsCalls } from './aws-calls.ts';

export interface QueuedPolls {
  readonly id: string;
  readonly body: string;
  received: number;
  visibleAt: number;
  deleted: boolean;
}

const { visibilitySeconds, maxReceives } = pollingLimits;

/** The queue of polls in memory: delivers at least once, after the delay, and again if a message was not deleted in time. */
export class PollQueue {
  readonly sqs: SQSClient;
  /** Entries that SQS refused and that were not sent again, with their sender. A successful dispatch leaves none. */
  readonly refused = new Map<string, Worker>();
  /** Called when a message can be received. */
  arrived: () => void = () => {};
  /** Called with a message that wakes the dispatch function between two ticks. */
  woken: (body: string) => void = () => {};
  private readonly messages: QueuedPolls[] = [];
  private readonly scheduler: Scheduler;
  private readonly troubles: Troubles;
  private serial = 0;

  constructor(calls: AwsCalls, scheduler: Scheduler, troubles: Troubles) {
    this.scheduler = scheduler;
    this.troubles = troubles;
    const send = (command: unknown) => {
      if (!(command instanceof SendMessageBatchCommand)) throw new Error('SQS in memory only takes batches');
      const { QueueUrl, Entries: entries = [] } = command.input;
      return calls.call({
        point: 'send polls',
        service: 'SQS',
        faults: ['SQS refuses a batch', 'SQS refuses part of a batch'],
        act: (fault, worker) => {
          if (QueueUrl === 'wake-ups') return this.wake(fault === null ? entries : []);
          const failed = fault === 'SQS refuses part of a batch' ? entries.slice(0, 1) : [];
          for (const { MessageBody: body = '' } of failed) this.refused.set(body, worker);
          for (const { MessageBody: body = '', DelaySeconds: delay = 0 } of entries.slice(failed.length)) {
            this.refused.delete(body);
            this.enqueue(body, delay * 1_000);
          }
          return { Failed: failed.map(({ Id }) => ({ Id, Code: 'ServiceUnavailable', SenderFault: false })) };
        },
      });
    };
    this.sqs = Object.assign(Object.create(SQSClient.prototype), { send });
  }

  /** The next message that is visible now; it stays in the queue until it is deleted. */
  receive(): QueuedPolls | null {
    const now = this.scheduler.now;
    const message = this.messages.find(({ visibleAt }) => visibleAt <= now);
    if (message === undefined) return null;
    if (message.received === maxReceives) {
      this.delete(message); // to the dead letters
      return this.receive();
    }
    message.received += 1;
    this.showAgain(message, visibilitySeconds * 1_000);
    return message;
  }

  delete(message: QueuedPolls): void {
    message.deleted = true;
    const place = this.messages.indexOf(message);
    if (place >= 0) this.messages.splice(place, 1);
  }

  /** A lost or late wake-up loses no transfer, because the next tick scans the same blocks. */
  private wake(entries: readonly SendMessageBatchRequestEntry[]): object {
    for (const { MessageBody = '', DelaySeconds = 0 } of entries) {
      const late = this.troubles.takeAws(['SQS delivers late']) === null ? 0 : 150_000;
      const times = this.troubles.takeAws(['SQS delivers twice']) === null ? [0] : [0, 20];
      for (const again of times)
        this.scheduler.after(DelaySeconds * 1_000 + late + again, () => this.woken(MessageBody), null);
    }
    return {};
  }

  private enqueue(body: string, delay: number): void {
    const late = this.troubles.takeAws(['SQS delivers late']) === null ? 0 : 150_000;
    this.add(body, delay + late);
    if (this.troubles.takeAws(['SQS delivers twice']) !== null) this.add(body, delay + 20);
  }

  private add(body: string, delay: number): void {
    this.serial += 1;
    const message = { id: String(this.serial), body, received: 0, visibleAt: 0, deleted: false };
    this.messages.push(message);
    this.showAgain(message, delay);
  }

  private showAgain(message: QueuedPolls, delay: number): void {
    message.visibleAt = this.scheduler.now + delay;
    this.scheduler.at(message.visibleAt, () => {
      if (!message.deleted) this.arrived();
    });
  }
}
