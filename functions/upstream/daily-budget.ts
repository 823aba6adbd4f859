import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';

/** The plan's calls of one UTC day, shared by all functions: a call that was not claimed is not made. */
export interface DailyBudget {
  /** Takes `calls` out of today's; false where so many are not left. */
  claim(calls: number): Promise<boolean>;
}

/** A plan without a daily limit. */
export const unlimitedBudget: DailyBudget = { claim: async () => true };

/** Counts in one item a day of the State table, which expires by itself two days later. */
export function createDailyBudget(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
  callsPerDay: number,
  clock: { now(): number },
): DailyBudget {
  return {
    async claim(calls) {
      if (calls > callsPerDay) return false;
      const now = clock.now();
      try {
        await dynamodb.send(
          new UpdateCommand({
            TableName: tableName,
            Key: { wallet: '#calls', chain: new Date(now).toISOString().slice(0, 10) },
            UpdateExpression: 'SET expiresAt = :later ADD used :calls',
            ConditionExpression: 'attribute_not_exists(used) OR used <= :room',
            ExpressionAttributeValues: {
              ':calls': calls,
              ':room': callsPerDay - calls,
              ':later': Math.floor(now / 1_000) + 2 * 86_400,
            },
          }),
        );
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },
  };
}
