import { type SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Clock } from '../../../functions/runtime/clock.ts';
import type { Tally } from './tally.ts';

const bytesPerRequest = 65_536;

export interface QueuedMessage {
  readonly body: string;
  /** Epoch milliseconds from which a worker may receive it. */
  readonly at: number;
}

/** The queue of polls: counts what is sent, and shows each message after its delay. */
export class DayQueue {
  readonly sqs: SQSClient;
  /** How the queue delivers the next message. */
  delivers: () => { readonly late: number; readonly twice: boolean } = () => ({ late: 0, twice: false });
  private messages: QueuedMessage[] = [];
  private wakeUps: QueuedMessage[] = [];

  constructor(tally: Tally, clock: Clock, wait: () => Promise<void>) {
    const send = async ({ input: { QueueUrl, Entries = [] } }: SendMessageBatchCommand) => {
      await wait();
      const messages = QueueUrl === 'wake-ups' ? this.wakeUps : this.messages;
      const bytes = Entries.reduce((sum, { MessageBody = '' }) => sum + MessageBody.length, 0);
      tally.add('sending polls', { sqsRequests: Math.ceil(bytes / bytesPerRequest) });
      for (const { MessageBody: body = '', DelaySeconds = 0 } of Entries) {
        const { late, twice } = this.delivers();
        const message = { body, at: clock.now() + DelaySeconds * 1_000 + late };
        messages.push(message, ...(twice ? [message] : []));
      }
      return {};
    };
    this.sqs = Object.assign(Object.create(SQSClient.prototype), { send });
  }

  get length(): number {
    return this.messages.length;
  }

  /** Drops all messages but one in this many. */
  thin(sample: number): void {
    this.messages = this.messages.filter((_, n) => n % sample === 0);
  }

  clear(): void {
    this.messages = [];
    this.wakeUps = [];
  }

  /** Takes the messages that wake the dispatch function before the next tick. */
  takeWakeUps(): readonly QueuedMessage[] {
    return this.wakeUps.splice(0);
  }

  /** When messages become visible. */
  arrivals(): readonly number[] {
    return this.messages.map(({ at }) => at);
  }

  /** Takes the first visible message. */
  take(now: number): string | null {
    const place = this.messages.findIndex(({ at }) => at <= now);
    return place < 0 ? null : (this.messages.splice(place, 1)[0]?.body ?? null);
  }
}
