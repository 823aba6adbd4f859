import {
  ChangeMessageVisibilityCommand,
  QueueDoesNotExist,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { deliveryLimits } from '../../../lib/limits.ts';
import type { AwsCalls } from '../../simulation/aws/aws-calls.ts';
import { SimQueue } from '../../simulation/aws/sim-queue.ts';
import type { Scheduler } from '../scheduler.ts';

/** The queues of destinations in memory, behind a client that buries dead letters and hides messages. */
export class DestinationQueues {
  readonly sqs: SQSClient;
  private readonly queues: ReadonlyMap<string, SimQueue>;

  constructor(calls: Pick<AwsCalls, 'call'>, scheduler: Scheduler, names: readonly string[]) {
    this.queues = new Map(names.map((name) => [name, new SimQueue(scheduler, deliveryLimits)]));
    const send = (command: unknown) =>
      calls.call({ ...this.callOf(command), service: 'SQS', faults: ['SQS refuses a batch'] });
    this.sqs = Object.assign(Object.create(SQSClient.prototype), { send });
  }

  of(name: string): SimQueue {
    const found = this.queues.get(name);
    if (found === undefined) throw new QueueDoesNotExist({ message: name, $metadata: {} });
    return found;
  }

  private callOf(command: unknown): { readonly point: string; readonly act: () => object } {
    if (command instanceof SendMessageCommand) {
      const { QueueUrl = '', MessageBody = '', MessageAttributes = {}, DelaySeconds } = command.input;
      if (DelaySeconds !== undefined) throw new Error('nothing is sent with a delay here');
      const attributes = Object.fromEntries(
        Object.entries(MessageAttributes).map(([name, { StringValue }]) => [name, StringValue]),
      );
      const act = () => {
        this.at(QueueUrl).add(MessageBody, 0, attributes);
        return {};
      };
      return { point: 'sendToDeadLetters', act };
    }
    if (!(command instanceof ChangeMessageVisibilityCommand))
      throw new Error(`the queues in memory do not know ${String(command)}`);
    const { QueueUrl = '', ReceiptHandle, VisibilityTimeout = -1 } = command.input;
    return { point: 'hide', act: () => this.at(QueueUrl).hide(ReceiptHandle, VisibilityTimeout) };
  }

  private at(url: string): SimQueue {
    return this.of(url.slice(url.lastIndexOf('/') + 1));
  }
}
