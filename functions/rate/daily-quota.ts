import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Clock } from '../runtime/clock.ts';
import { ifVersionMatches } from '../runtime/dynamodb-writes.ts';

/** `CALLS_PER_DAY` of both functions: digits, or empty for a plan without a daily limit. */
export const callsPerDay = z
  .string()
  .regex(/^\d*$/)
  .transform((digits) => (digits === '' ? null : Number(digits)));

/** The plan's calls of one UTC day, shared by all functions: a call that was not claimed is not made. */
export interface DailyQuota {
  /**
   * Takes `calls` out of today's; false where so many are not left.
   * @param kept as many must be left for others after that; none unless given
   */
  claim(calls: number, kept?: number): Promise<boolean>;
  /**
   * Puts back calls that were claimed and not made.
   * @param claimedAt epoch milliseconds, on the UTC day that they were claimed from
   */
  release(calls: number, claimedAt: number): Promise<void>;
  /** True where not one call is left today. */
  isSpent(): Promise<boolean>;
}

/** A plan without a daily limit. */
export const unlimitedQuota: DailyQuota = {
  claim: async () => true,
  release: async () => {},
  isSpent: async () => false,
};

/** Counts in one item a day of the State table, which expires by itself two days later. */
export function createDailyQuota(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
  callsPerDay: number,
  clock: Pick<Clock, 'now'>,
): DailyQuota {
  /** This worker's own attribute of the day: how often it gave calls back. */
  const mine = `back ${randomUUID().slice(0, 8)}`;
  let times = 0;
  const countOf = (time: number) => ({
    TableName: tableName,
    Key: { wallet: '#calls', chain: new Date(time).toISOString().slice(0, 10) },
  });
  return {
    async claim(calls, kept = 0) {
      if (calls + kept > callsPerDay) return false;
      const now = clock.now();
      const update = new UpdateCommand({
        ...countOf(now),
        UpdateExpression: 'SET expiresAt = :later ADD used :calls',
        ConditionExpression: 'attribute_not_exists(used) OR used <= :room',
        ExpressionAttributeValues: {
          ':calls': calls,
          ':room': callsPerDay - calls - kept,
          ':later': Math.floor(now / 1_000) + 2 * 86_400,
        },
      });
      return (await ifVersionMatches(dynamodb.send(update))) !== null;
    },
    async release(calls, claimedAt) {
      times += 1;
      const update = new UpdateCommand({
        ...countOf(claimedAt),
        UpdateExpression: 'SET #mine = :times ADD used :back',
        // The client repeats what it has no answer to: given back twice, calls would be made beyond the plan.
        ConditionExpression:
          'used >= :calls AND attribute_not_exists(#mine) OR used >= :calls AND #mine < :times',
        ExpressionAttributeNames: { '#mine': mine },
        ExpressionAttributeValues: { ':back': -calls, ':calls': calls, ':times': times },
      });
      await ifVersionMatches(dynamodb.send(update));
    },
    async isSpent() {
      const { Item: item } = await dynamodb.send(new GetCommand(countOf(clock.now())));
      return Number(item?.used ?? 0) >= callsPerDay;
    },
  };
}
