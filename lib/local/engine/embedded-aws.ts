import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedDynamoDB, startEmbeddedDynamoDB } from './embedded-dynamodb.ts';
import { type EmbeddedMessaging, startEmbeddedMessaging } from './embedded-messaging.ts';

/** What the stack has on AWS, in this process and reachable from this machine only. */
export interface EmbeddedAws extends EmbeddedDynamoDB, EmbeddedMessaging {
  /** Closes servers and clients; calls under way fail. */
  stop(): Promise<void>;
}

/**
 * Starts embedded DynamoDB, SNS and SQS with the tables of a stack, the two topics and their queues, all empty.
 * With `dataDir` the tables are kept there; queues never outlive the process: a tick fills them again.
 */
export async function startEmbeddedAws({ dataDir }: { dataDir?: string } = {}): Promise<EmbeddedAws> {
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true });
  const database = await startEmbeddedDynamoDB(dataDir === undefined ? undefined : join(dataDir, 'dynamodb'));
  const messaging = await startEmbeddedMessaging();
  const stop = async () => {
    await Promise.all([messaging.stop(), database.stop()]);
  };
  return { ...database, ...messaging, stop };
}
