import { createHash } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Clock } from '../../runtime/clock.ts';
import type { QueuedMessage } from '../queued-message.ts';

/** What a destination has taken, by id: SNS and SQS may bring a message twice, and an edit needs to know where one stands. */
export interface SentMessages {
  /** When the service accepted a message with this id and content, in epoch milliseconds; null if it never did. */
  takenAt(message: Pick<QueuedMessage, 'id' | 'content'>): Promise<number | null>;
  /** How the service calls the message of an alert; null where nobody knows, or where it went to another place. */
  referenceOf(alertId: string, place: string): Promise<string | null>;
  put(message: Pick<QueuedMessage, 'id' | 'content'>, reference: string | null, place: string): Promise<void>;
}

/** A re-org comes within minutes, so a week outlasts every edit. */
const keptSeconds = 7 * 86_400;

const sent = z.object({
  reference: z.string().nullable(),
  place: z.string(),
  digest: z.string(),
  at: z.number(),
});

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
    async takenAt({ id, content }) {
      const found = await find(id);
      return found?.digest === digestOf(content) ? found.at : null;
    },
    async referenceOf(alertId, place) {
      const found = await find(alertId);
      return found?.place === place ? found.reference : null;
    },
    async put({ id, content }, reference, place) {
      const at = clock.now();
      const expiresAt = Math.floor(at / 1000) + keptSeconds;
      const Item = { ...keyOf(id), reference, place, digest: digestOf(content), at, expiresAt };
      await dynamodb.send(new PutCommand({ TableName, Item }));
    },
  };
}

/** The same for a repeat that is read from the ledger, whose fields may stand in another order. */
function digestOf(content: string): string {
  return createHash('sha256').update(inOneOrder(content)).digest('hex').slice(0, 16);
}

function inOneOrder(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content), (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  } catch {
    return content; // an alarm's words
  }
}
