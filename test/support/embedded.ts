import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect } from 'vitest';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../functions/runtime/table-items.ts';
import { type EmbeddedAws, startEmbeddedAws } from '../../lib/local/engine/embedded-aws.ts';
import type { localFunctions } from '../../lib/local/lambda/functions.ts';
import { sqsEvent } from '../../lib/local/lambda/triggers.ts';
import { readPublished } from '../../lib/local/published.ts';
import type { Published } from '../../lib/page/news.ts';
import { takeMessages } from './take-messages.ts';

/** One embedded AWS for the tests of a file or of a describe block. Each test needs wallets of its own. */
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

/** The State table as the functions open it. */
export const stateTable = ({ dynamodb, tables }: EmbeddedAws) =>
  tableItems(documentClient(dynamodb), tables.state);

/** Puts a row into the Watchlist, or replaces it. */
export async function putRow(
  { dynamodb, tables }: EmbeddedAws,
  Item: Record<string, unknown>,
): Promise<void> {
  await documentClient(dynamodb).send(new PutCommand({ TableName: tables.watchlist, Item }));
}

/** The names of the commands that DynamoDB gets during `done`. */
export async function commandsOf({ dynamodb }: EmbeddedAws, done: () => Promise<unknown>): Promise<string[]> {
  const commands: string[] = [];
  const count =
    (next: (args: unknown) => Promise<unknown>, context: { commandName?: string }) => (args: unknown) => {
      commands.push(String(context.commandName));
      return next(args);
    };
  dynamodb.middlewareStack.add(count as never, { step: 'initialize', name: 'count' });
  try {
    await done();
  } finally {
    dynamodb.middlewareStack.remove('count');
  }
  return commands;
}

/** One tick of the functions: dispatch, then every poll that it queued. */
export async function tickOf(
  { dispatch, workers }: ReturnType<typeof localFunctions>,
  aws: EmbeddedAws,
  time = new Date(),
): Promise<void> {
  await dispatch(time);
  const polls = await takePolls(aws);
  if (polls !== null) expect(await workers[0]?.(polls)).toEqual({ batchItemFailures: [] });
}

/** Alerts published since the last call, in the order of publishing. */
export async function takeAlerts(aws: EmbeddedAws): Promise<Published[]> {
  return (await takeMessages(aws.sqs, aws.alertsQueueUrl)).map(({ Body = '' }) => readPublished(Body));
}

/** The polls sent since the last call, as the poll function's event; null if there are none. */
export async function takePolls(aws: EmbeddedAws): Promise<SQSEvent | null> {
  const messages = await takeMessages(aws.sqs, aws.pollsQueueUrl);
  return messages.length === 0 ? null : sqsEvent(messages);
}
