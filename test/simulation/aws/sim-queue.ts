import { MessageNotInflight, ReceiptHandleIsInvalid } from '@aws-sdk/client-sqs';
import type { Scheduler } from '../../support/scheduler.ts';

/** A message of a queue, from its sending to its deletion. */
export interface Queued {
  readonly messageId: string;
  readonly body: string;
  readonly sentAt: number;
  /** A dead letter's attributes. */
  readonly attributes: Readonly<Record<string, string | undefined>>;
  visibleAt: number;
  received: number;
  /** The handle of the last receive; null if it was never received. */
  receiptHandle: string | null;
}

interface QueueOptions {
  /** Messages of one receive. */
  readonly batchSize: number;
  readonly visibilitySeconds: number;
  /** Afterwards the message goes to the dead letters. */
  readonly maxReceives?: number;
  readonly retentionDays?: number;
}

const longestSeconds = 43_200;

/** A queue of SQS in memory: it delivers a message again until it is deleted, and keeps to visibility time-outs. */
export class SimQueue {
  readonly messages = new Set<Queued>();
  /** The order of the visible messages; SQS guarantees none. */
  order: (visible: readonly Queued[]) => readonly Queued[] = (visible) => visible;
  /** Called when a message can be received. */
  arrived: () => void = () => {};
  private readonly scheduler: Scheduler;
  private readonly options: Required<QueueOptions>;
  private serial = 0;

  constructor(scheduler: Scheduler, options: QueueOptions) {
    this.scheduler = scheduler;
    this.options = { maxReceives: Infinity, retentionDays: Infinity, ...options };
  }

  add(body: string, delay = 0, attributes: Queued['attributes'] = {}): void {
    this.serial += 1;
    // A message id does not show the order.
    const messageId = `${(this.serial * 7919) % 1000}-${this.serial}`;
    const { now: sentAt } = this.scheduler;
    const message = { messageId, body, sentAt, attributes, visibleAt: 0, received: 0, receiptHandle: null };
    this.messages.add(message);
    this.show(message, delay);
  }

  /** The messages that Lambda gets for one invocation; they stay until deleted. */
  receive(): readonly Queued[] {
    const { now } = this.scheduler;
    const { batchSize, visibilitySeconds, maxReceives, retentionDays } = this.options;
    const visible: Queued[] = [];
    for (const message of this.messages) {
      const isVisible = message.visibleAt <= now;
      const isOver = isVisible && message.received === maxReceives;
      if (isOver || message.sentAt + retentionDays * 86_400_000 <= now) this.messages.delete(message);
      else if (isVisible) visible.push(message);
    }
    const batch = this.order(visible).slice(0, batchSize);
    for (const message of batch) {
      message.received += 1;
      message.receiptHandle = `${message.messageId}/${message.received}`;
      this.show(message, visibilitySeconds * 1_000);
    }
    return batch;
  }

  /** Hides a received message for this long from now on; fails if its time-out is over already. */
  hide(receiptHandle: string | undefined, seconds: number): object {
    if (!Number.isInteger(seconds) || seconds < 0 || seconds > longestSeconds)
      throw new Error(`InvalidParameterValue: a visibility time-out of ${seconds}`);
    const message = this.messages.values().find((one) => one.receiptHandle === receiptHandle);
    if (message === undefined) throw new ReceiptHandleIsInvalid({ message: 'gone', $metadata: {} });
    if (message.visibleAt <= this.scheduler.now)
      throw new MessageNotInflight({ message: 'visible', $metadata: {} });
    this.show(message, seconds * 1_000);
    return {};
  }

  private show(message: Queued, after: number): void {
    message.visibleAt = this.scheduler.now + after;
    this.scheduler.at(message.visibleAt, () => {
      if (this.messages.has(message)) this.arrived();
    });
  }
}
