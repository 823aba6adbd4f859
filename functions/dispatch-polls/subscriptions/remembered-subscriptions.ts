import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { TopicName, TopicSubscription } from './topic-subscriptions.ts';

/** A partition of the State table that no wallet's address can be. */
const partition = '#subscriptions';

export type RememberedSubscription = Pick<TopicSubscription, 'id' | 'protocol' | 'shown'>;

const item = z.object({
  known: z.array(z.object({ id: z.string(), protocol: z.string(), shown: z.string() })),
});

export interface SubscriptionMemory {
  read(topic: TopicName): Promise<readonly RememberedSubscription[]>;
  write(topic: TopicName, known: readonly RememberedSubscription[]): Promise<void>;
}

/** Masked, and by their hash. An item that a person made unreadable counts as none. */
export function createSubscriptionMemory(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
): SubscriptionMemory {
  const keyOf = (topic: TopicName) => ({ wallet: partition, chain: topic });
  return {
    async read(topic) {
      const get = new GetCommand({ TableName: tableName, Key: keyOf(topic), ConsistentRead: true });
      const { Item } = await dynamodb.send(get);
      return item.safeParse(Item).data?.known ?? [];
    },
    async write(topic, known) {
      const kept = known.map(({ id, protocol, shown }) => ({ id, protocol, shown }));
      await dynamodb.send(new PutCommand({ TableName: tableName, Item: { ...keyOf(topic), known: kept } }));
    },
  };
}
