import {
  ChangeMessageVisibilityCommand,
  MessageNotInflight,
  QueueDoesNotExist,
  ReceiptHandleIsInvalid,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { deliveryLimits } from '../../../lib/limits.ts';
import type { AwsCalls } from '../../simulation/aws/aws-calls.ts';
import type { Scheduler } from '../scheduler.ts';

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

const { visibilitySeconds, retentionDays, batchSize } = deliveryLimits;
const longestSeconds = 43_200;

/**
 * The queues of destinations in memory: they deliver a message again until it is deleted, keep to visibility time-outs,
 * and drop a message after two weeks.
 */
export class DestinationQueues {
  readonly sqs: SQSClient;
  /** The order of the visible messages; SQS guarantees none. */
  order: (visible: readonly Queued[]) => readonly Queued[] = (visible) => visible;
  /** Called with the name of a queue in which a message can be received. */
  arrived: (queue: string) => void = () => {};
  private readonly queues: Map<string, Queued[]>;
  private readonly scheduler: Scheduler;
  private serial = 0;

  constructor(calls: Pick<AwsCalls, 'call'>, scheduler: Scheduler, names: readonly string[]) {
    this.scheduler = scheduler;
    this.queues = new Map(names.map((name) => [name, []]));
    const send = (command: unknown) =>
      calls.call({ ...this.callOf(command), service: 'SQS', faults: ['SQS refuses a batch'] });
    this.sqs = Object.assign(Object.create(SQSClient.prototype), { send });
  }

  /** All messages of a queue, hidden or not. */
  messages(queue: string): Queued[] {
    const found = this.queues.get(queue);
    if (found === undefined) throw new QueueDoesNotExist({ message: queue, $metadata: {} });
    return found;
  }

  add(queue: string, body: string, attributes: Queued['attributes'] = {}): void {
    this.serial += 1;
    // A message id does not show the order.
    const messageId = `${(this.serial * 7919) % 1000}-${this.serial}`;
    const { now } = this.scheduler;
    const message = { messageId, body, sentAt: now, attributes, received: 0, receiptHandle: null };
    const queued = { ...message, visibleAt: now };
    this.messages(queue).push(queued);
    this.show(queue, queued, 0);
  }

  /** The messages that Lambda gets for one invocation; they stay until deleted. */
  receive(queue: string): Queued[] {
    const { now } = this.scheduler;
    const kept = this.messages(queue).filter(({ sentAt }) => sentAt + retentionDays * 86_400_000 > now);
    this.queues.set(queue, kept);
    const batch = this.order(kept.filter(({ visibleAt }) => visibleAt <= now)).slice(0, batchSize);
    for (const message of batch) {
      message.received += 1;
      message.receiptHandle = `${message.messageId}/${message.received}`;
      this.show(queue, message, visibilitySeconds);
    }
    return batch;
  }

  delete(queue: string, messages: readonly Queued[]): void {
    const left = this.messages(queue).filter((message) => !messages.includes(message));
    this.queues.set(queue, left);
  }

  private show(queue: string, message: Queued, seconds: number): void {
    message.visibleAt = this.scheduler.now + seconds * 1_000;
    this.scheduler.at(message.visibleAt, () => {
      if (this.messages(queue).includes(message)) this.arrived(queue);
    });
  }

  private callOf(command: unknown): { readonly point: string; readonly act: () => object } {
    if (command instanceof SendMessageCommand) {
      const { QueueUrl = '', MessageBody = '', MessageAttributes = {}, DelaySeconds } = command.input;
      if (DelaySeconds !== undefined) throw new Error('nothing is sent with a delay here');
      const attributes = Object.fromEntries(
        Object.entries(MessageAttributes).map(([name, { StringValue }]) => [name, StringValue]),
      );
      const act = () => {
        this.add(nameOf(QueueUrl), MessageBody, attributes);
        return {};
      };
      return { point: 'bury', act };
    }
    if (!(command instanceof ChangeMessageVisibilityCommand))
      throw new Error(`the queues in memory do not know ${String(command)}`);
    const { QueueUrl = '', ReceiptHandle, VisibilityTimeout = -1 } = command.input;
    return { point: 'hide', act: () => this.hide(nameOf(QueueUrl), ReceiptHandle, VisibilityTimeout) };
  }

  private hide(queue: string, receiptHandle: string | undefined, seconds: number): object {
    if (!Number.isInteger(seconds) || seconds < 0 || seconds > longestSeconds)
      throw new Error(`InvalidParameterValue: a visibility time-out of ${seconds}`);
    const message = this.messages(queue).find((one) => one.receiptHandle === receiptHandle);
    if (message === undefined) throw new ReceiptHandleIsInvalid({ message: 'gone', $metadata: {} });
    if (message.visibleAt <= this.scheduler.now)
      throw new MessageNotInflight({ message: 'visible', $metadata: {} });
    this.show(queue, message, seconds);
    return {};
  }
}

function nameOf(queueUrl: string): string {
  return queueUrl.slice(queueUrl.lastIndexOf('/') + 1);
}
