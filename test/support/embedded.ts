import type { SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll } from 'vitest';
import { type EmbeddedAws, startEmbeddedAws } from '../../lib/local/engine/embedded-aws.ts';
import { readPublished } from '../../lib/local/published.ts';
import type { Published } from '../../lib/page/news.ts';
import { sqsEvent } from '../../lib/sqs-event.ts';
import { takeMessages } from './take-messages.ts';

/** One embedded AWS for the tests of a file or of a describe block. Use wallets of its own in each test. */
export function useEmbeddedAws(): { readonly aws: EmbeddedAws } {
  let started: EmbeddedAws | undefined;
  beforeAll(async () => {
    started = await startEmbeddedAws();
  });
  afterAll(async () => {
    await started?.stop();
  });
  return {
    get aws(): EmbeddedAws {
      if (started === undefined)
        throw new Error('the embedded AWS starts before the first test, not earlier');
      return started;
    },
  };
}

/** Alerts published since the last call, in the order of publishing. */
export async function takeAlerts(aws: EmbeddedAws): Promise<Published[]> {
  return (await takeMessages(aws.sqs, aws.alertsQueueUrl)).map(({ Body = '' }) => readPublished(Body));
}

/** Operations messages published since the last call, in the order of publishing. */
export async function takeOperations(aws: EmbeddedAws): Promise<Published[]> {
  return (await takeMessages(aws.sqs, aws.opsQueueUrl)).map(({ Body = '' }) => readPublished(Body));
}

/** The polls sent since the last call, as the event that the poll function gets; null where there are none. */
export async function takePolls(aws: EmbeddedAws): Promise<SQSEvent | null> {
  const messages = await takeMessages(aws.sqs, aws.pollsQueueUrl);
  return messages.length === 0 ? null : sqsEvent(messages);
}
