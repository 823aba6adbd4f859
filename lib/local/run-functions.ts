import { setTimeout as timer } from 'node:timers/promises';
import { GetQueueAttributesCommand, type Message } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';
import { messageOf } from '../cli/unusable.ts';
import type { News, RemarkNews, ShowNews } from '../page/news.ts';
import type { EmbeddedAws } from './engine/embedded-aws.ts';
import type { LocalDelivery } from './lambda/delivery.ts';
import type { LocalFunctions } from './lambda/functions.ts';
import { consume, runSchedule, sqsEvent } from './lambda/triggers.ts';
import { alertNews, operationsNews } from './published.ts';

/** Milliseconds. Enough for a published message to reach its queue's reader. */
const delivery = 100;

/**
 * Starts schedule, workers and readers. Returns a function that ends them: it waits for polls under way until `patience`
 * resolves, and still shows what they published.
 */
export function runFunctions(
  { dispatch, wake, workers }: LocalFunctions,
  aws: EmbeddedAws,
  deliveries: readonly LocalDelivery[],
  everySeconds: number,
  show: ShowNews,
  { madeUp = false }: { readonly madeUp?: boolean } = {},
): (patience: Promise<unknown>) => Promise<void> {
  const polling = new AbortController();
  const reading = new AbortController();
  const { sqs, pollsQueueUrl, wakeUpsQueueUrl } = aws;
  const failed = (what: string) => (error: unknown) => {
    const text = `${what} failed: ${messageOf(error)}`;
    show({ kind: 'remark', at: new Date().toISOString(), text, look: 'bad', api: null });
  };

  /** Hands a queue's messages over until polling ends; the ids that `handle` returns stay. */
  const drive = (
    queueUrl: string,
    batchSize: number,
    what: string,
    handle: (messages: readonly Message[]) => Promise<readonly string[]>,
    { signal } = polling,
  ) => consume({ sqs, queueUrl, batchSize }, handle, failed(what), signal);
  const keepingUp = createKeepingUp(show, everySeconds);
  const tick = async (time: Date) => {
    const count = 'ApproximateNumberOfMessages';
    const asked = new GetQueueAttributesCommand({ QueueUrl: pollsQueueUrl, AttributeNames: [count] });
    keepingUp(Number((await sqs.send(asked)).Attributes?.[count] ?? 0), time);
    return dispatch(time);
  };
  const readTopic = (queueUrl: string, read: (body: string) => News, what: string) => {
    const handle = async (messages: readonly Message[]) => {
      for (const { Body = '' } of messages) show(read(Body));
      return [];
    };
    return drive(queueUrl, 10, what, handle, reading);
  };

  const polls = Promise.all([
    runSchedule(everySeconds, tick, failed('A tick'), polling.signal),
    drive(wakeUpsQueueUrl, 1, 'A scan', async (messages) => {
      await wake(sqsEvent(messages));
      return [];
    }),
    // One message at a time: a message whose polls hang delays no other.
    ...workers.map((worker) =>
      drive(pollsQueueUrl, 1, 'Polling', async (messages) => stayingOf(await worker(sqsEvent(messages)))),
    ),
    ...deliveries.map(({ queueUrl, deliver }) => {
      const name = queueUrl.slice(queueUrl.lastIndexOf('/') + 1);
      return drive(queueUrl, 10, 'Delivering', async (messages) =>
        stayingOf(await deliver(sqsEvent(messages, name))),
      );
    }),
  ]);
  const readers = Promise.all([
    readTopic(aws.alertsQueueUrl, (body) => alertNews(body, madeUp), 'Reading an alert'),
    readTopic(aws.opsQueueUrl, operationsNews, 'Reading an operations message'),
  ]);
  return async (patience) => {
    polling.abort();
    await Promise.race([polls, patience]);
    await timer(delivery);
    reading.abort();
    await readers;
  };
}

function stayingOf({ batchItemFailures }: SQSBatchResponse): string[] {
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

/** Milliseconds. After an import polls are late for a shorter time. */
const patience = 30_000;

/**
 * Says at most once that this machine can't poll all wallets from tick to tick. Returns a function that each tick calls before it
 * fills the queue, with the number of earlier ticks' messages that still wait there.
 */
export function createKeepingUp(
  say: (remark: RemarkNews) => void,
  everySeconds: number,
): (waiting: number, tick: Date) => void {
  let before: Date | null = null;
  let lateSince: number | null = null;
  let isSaid = false;
  return (waiting, tick) => {
    const time = tick.getTime();
    const pause = before === null ? 0 : time - before.getTime();
    before = tick;
    // With very many rows the tick takes longer than its interval.
    const isLate = waiting > 0 || pause > everySeconds * 1_500;
    lateSince = isLate ? (lateSince ?? time) : null;
    if (isSaid || lateSince === null || time - lateSince < patience) return;
    isSaid = true;
    const text = `So many wallets can't be polled every ${everySeconds} s on this machine: alerts come late. Nothing is lost; --every ${everySeconds * 6}s gives it more time.`;
    say({ kind: 'remark', at: tick.toISOString(), text, look: 'bad', api: null });
  };
}
