import { setTimeout as timer } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import type { EmbeddedAws } from './engine/embedded-aws.ts';
import { hiddenTransfers } from './hidden-transfers.ts';
import { driveByQueue, type SqsFunction } from './lambda/event-source.ts';
import type { LocalFunctions } from './lambda/functions.ts';
import { polledWatches } from './lambda/polled-watches.ts';
import { runSchedule } from './lambda/schedule.ts';
import { readTopic } from './lambda/topic-reader.ts';
import { alertNews, type NewsReader, operationsNews } from './news.ts';
import type { Terminal } from './terminal/terminal.ts';

/** A message that was published has reached its queue's reader long before this. */
const delivery = 100;

/**
 * Sets the functions to work: the schedule drives one, the queue of polls the other, and what they publish and hide
 * goes to `news`. Returns how to end it: polls under way are waited for until `patience` is over, and what they
 * published is still told.
 */
export function runFunctions(
  functions: LocalFunctions,
  aws: EmbeddedAws,
  everySeconds: number,
  news: NewsReader,
  terminal: Pick<Terminal, 'problem'>,
): (patience: Promise<unknown>) => Promise<void> {
  const { sqs } = aws;
  const hidden = hiddenTransfers(aws.documents, Date.now());
  const told = (worker: SqsFunction) => async (event: SQSEvent) => {
    const result = await worker(event);
    for (const watch of polledWatches(event)) {
      for (const transfer of await hidden.look(watch)) news.hidden(transfer);
    }
    return result;
  };
  const failed = (what: string) => (error: unknown) => {
    terminal.problem(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);
  };

  const polling = new AbortController();
  const reading = new AbortController();
  const polls = Promise.all([
    runSchedule(
      everySeconds,
      async (time) => void (await functions.dispatch(time)),
      failed('A tick'),
      polling.signal,
    ),
    ...functions.workers.map((worker) =>
      driveByQueue({ sqs, url: aws.pollsQueueUrl }, told(worker), failed('Polling'), polling.signal),
    ),
  ]);
  const readers = Promise.all([
    readTopic(
      { sqs, url: aws.alertsQueueUrl },
      (published) => news.alert(alertNews(published)),
      failed('Reading an alert'),
      reading.signal,
    ),
    readTopic(
      { sqs, url: aws.opsQueueUrl },
      (published) => news.operations(operationsNews(published)),
      failed('Reading an operations message'),
      reading.signal,
    ),
  ]);
  return async (patience) => {
    polling.abort();
    await Promise.race([polls, patience]);
    await timer(delivery);
    reading.abort();
    await readers;
  };
}
