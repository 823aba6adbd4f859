import { createHash } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Clock } from '../../runtime/clock.ts';
import type { QueuedMessage } from '../queued-message.ts';

/** What a destination has taken, by id: SNS and SQS may bring a message twice, and an edit needs to know where one stands. */
export interface SentMessages {
  /** Whether this very message was taken before. */
  has(message: Pick<QueuedMessage, 'id' | 'content'>): Promise<boolean>;
  /** How the service calls the message of an alert; null where nobody knows. */
  referenceOf(alertId: string): Promise<string | null>;
  put(message: Pick<QueuedMessage, 'id' | 'content'>, reference: string | null): Promise<void>;
}

/** A transfer that is taken back is so within minutes. */
const keptSeconds = 7 * 86_400;

const sent = z.object({ reference: z.string().nullable(), digest: z.string() });

export function createSentMessages(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  destination: string,
  clock: Pick<Clock, 'now'>,
): SentMessages {
  const keyOf = (id: string) => ({ destination, item: `sent#${id}` });
  const find = async (id: string) => {
    const { Item } = await dynamodb.send(new GetCommand({ TableName, Key: keyOf(id), ConsistentRead: true }));
    return Item === undefined ? null : sent.parse(Item);
  };
  return {
    has: async ({ id, content }) => (await find(id))?.digest === digestOf(content),
    referenceOf: async (alertId) => (await find(alertId))?.reference ?? null,
    async put({ id, content }, reference) {
      const expiresAt = Math.floor(clock.now() / 1000) + keptSeconds;
      const Item = { ...keyOf(id), reference, digest: digestOf(content), expiresAt };
      await dynamodb.send(new PutCommand({ TableName, Item }));
    },
  };
}

function digestOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
