import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedDynamoDB, startEmbeddedDynamoDB } from './embedded-dynamodb.ts';
import { type EmbeddedMessaging, startEmbeddedMessaging } from './embedded-messaging.ts';

/** Reachable from this machine only. */
export interface EmbeddedAws extends EmbeddedDynamoDB, EmbeddedMessaging {
  stop(): Promise<void>;
}

/** Empty tables, topics and queues of a stack. `dataDir` keeps the tables; queues end with the process, and a tick refills them. */
export async function startEmbeddedAws({ dataDir }: { dataDir?: string } = {}): Promise<EmbeddedAws> {
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true });
  const database = await startEmbeddedDynamoDB(dataDir === undefined ? undefined : join(dataDir, 'dynamodb'));
  const messaging = await startEmbeddedMessaging();
  const stop = async () => {
    await Promise.all([messaging.stop(), database.stop()]);
  };
  return { ...database, ...messaging, stop };
}
