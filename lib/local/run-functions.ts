import { setTimeout as timer } from 'node:timers/promises';
import { GetQueueAttributesCommand, type Message } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';
import { messageOf } from '../cli/unusable.ts';
import type { News, ShowNews } from '../page/news.ts';
import type { EmbeddedAws } from './engine/embedded-aws.ts';
import { createKeepingUp } from './keeping-up.ts';
import type { LocalDelivery } from './lambda/delivery.ts';
import type { LocalFunctions, SqsFunction } from './lambda/functions.ts';
import { consume, runSchedule, sqsEvent } from './lambda/triggers.ts';
import { alertNews, operationsNews } from './published.ts';

/** Milliseconds. Enough for a published message to reach its queue's reader. */
const delivery = 100;

/**
 * Starts schedule, workers and readers. Returns the end: it waits for polls under way until `patience` is over, and what
 * they published is still shown.
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

  /** One message at a time: one whose polls hang delays no other. */
  const driveByQueue = (worker: SqsFunction) => {
    const handle = async (messages: readonly Message[]) => {
      return stayingOf(await worker(sqsEvent(messages)));
    };
    const queue = { sqs, queueUrl: pollsQueueUrl, batchSize: 1 };
    return consume(queue, handle, failed('Polling'), polling.signal);
  };
  const driveByWakeUps = () => {
    const handle = async (messages: readonly Message[]) => {
      await wake(sqsEvent(messages));
      return [];
    };
    const queue = { sqs, queueUrl: wakeUpsQueueUrl, batchSize: 1 };
    return consume(queue, handle, failed('A scan'), polling.signal);
  };
  const keepingUp = createKeepingUp(show, everySeconds);
  const tick = async (time: Date) => {
    const count = 'ApproximateNumberOfMessages';
    const asked = new GetQueueAttributesCommand({ QueueUrl: pollsQueueUrl, AttributeNames: [count] });
    keepingUp(Number((await sqs.send(asked)).Attributes?.[count] ?? 0), time);
    return dispatch(time);
  };
  const driveDelivery = ({ queueUrl, deliver }: LocalDelivery) => {
    const name = queueUrl.slice(queueUrl.lastIndexOf('/') + 1);
    const handle = async (messages: readonly Message[]) => stayingOf(await deliver(sqsEvent(messages, name)));
    return consume({ sqs, queueUrl, batchSize: 10 }, handle, failed('Delivering'), polling.signal);
  };
  const readTopic = (queueUrl: string, read: (body: string) => News, what: string) => {
    const handle = async (messages: readonly Message[]) => {
      for (const { Body = '' } of messages) show(read(Body));
      return [];
    };
    return consume({ sqs, queueUrl, batchSize: 10 }, handle, failed(what), reading.signal);
  };

  const polls = Promise.all([
    runSchedule(everySeconds, tick, failed('A tick'), polling.signal),
    driveByWakeUps(),
    ...workers.map(driveByQueue),
    ...deliveries.map(driveDelivery),
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
