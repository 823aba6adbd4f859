import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { leaseMs, rememberMs, type Seen } from './seen.ts';

/**
 * The memory in a table with the partition key `id` (text) and the time-to-live attribute `expiresAt`, as subscriber/resources.ts
 * makes it. A conditional put decides between two simultaneous deliveries: DynamoDB accepts one of them.
 */
export class SeenInDynamoDB implements Seen {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;
  private readonly now: () => number;

  constructor(client: DynamoDBDocumentClient, table: string, now: () => number = Date.now) {
    this.client = client;
    this.table = table;
    this.now = now;
  }

  async begin(id: string): Promise<'begun' | 'done' | 'busy'> {
    try {
      await this.put(id, { busyUntil: this.now() + leaseMs }, leaseMs, {
        // An item has `busyUntil` until the work is done. If that time has passed, the worker has crashed.
        ConditionExpression: 'attribute_not_exists(id) OR busyUntil < :now',
        ExpressionAttributeValues: { ':now': this.now() },
      });
      return 'begun';
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
    const { Item } = await this.client.send(
      new GetCommand({ TableName: this.table, Key: { id }, ConsistentRead: true }),
    );
    // No item: the other delivery gave up.
    return Item === undefined || 'busyUntil' in Item ? 'busy' : 'done';
  }

  async finish(id: string): Promise<void> {
    await this.put(id, {}, rememberMs);
  }

  async giveUp(id: string): Promise<void> {
    await this.client.send(new DeleteCommand({ TableName: this.table, Key: { id } }));
  }

  private async put(
    id: string,
    attributes: Readonly<Record<string, number>>,
    forMs: number,
    condition: Readonly<{
      ConditionExpression?: string;
      ExpressionAttributeValues?: Record<string, number>;
    }> = {},
  ): Promise<void> {
    // Time to live is in seconds. DynamoDB deletes an item some time later, which does no harm here.
    const expiresAt = Math.ceil((this.now() + forMs) / 1000);
    await this.client.send(
      new PutCommand({ TableName: this.table, Item: { id, ...attributes, expiresAt }, ...condition }),
    );
  }
}
