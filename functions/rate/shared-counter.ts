import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Clock } from '../runtime/clock.ts';
import { ifVersionMatches } from '../runtime/dynamodb-writes.ts';

/** Which numbers a worker wants. */
export interface Wanted {
  /** Maximum count of numbers. */
  readonly count: number;
  /** Distance between two numbers; default 1. */
  readonly step?: number;
  /** The first number that may still be taken. */
  readonly from: number;
  /** The first number that may not be taken. */
  readonly to: number;
  /** The highest number that a correct clock can take: a counter beyond it restarts at `from`. Default: no limit. */
  readonly farthest?: number;
}

/** `count` numbers from `first` on; if `count` is 0, `first` is the next number of the counter. */
export interface Taken {
  readonly first: number;
  readonly count: number;
}

/**
 * Gives each number of a table's item to one worker, in ascending order. The numbers are turns in the plan's windows, calls of a
 * day, or milliseconds of a chat. The numbers of a worker that dies, or never gets the answer, are lost.
 */
export interface SharedCounter {
  take(key: Readonly<Record<string, string>>, wanted: Wanted): Promise<Taken>;
}

const counterItem = z.object({ used: z.coerce.number() });

/** Nine days, because the weekly summary adds up the calls of its days. */
const keptSeconds = 9 * 86_400;

export function createSharedCounter(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  clock: Pick<Clock, 'now'>,
): SharedCounter {
  /** Where this worker left each item. Usually no other worker has taken from it since, and one write is enough. */
  const left = new Map<string, number>();

  return {
    async take(Key, { count, step = 1, from, to, farthest = Number.MAX_SAFE_INTEGER }) {
      const name = JSON.stringify(Key);
      const firstOf = (used = from) => (used > farthest ? from : Math.max(used, from));
      for (let first = firstOf(left.get(name)); ; ) {
        const room = Math.min(count, Math.floor((to - first) / step));
        const after = first + room * step;
        const expiresAt = Math.floor(clock.now() / 1_000) + keptSeconds;
        const update = new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: 'SET used = :after, expiresAt = :expiresAt',
          ConditionExpression:
            'attribute_not_exists(used) OR used = :first OR used < :from OR used > :farthest',
          ExpressionAttributeValues: {
            ':after': after,
            ':first': first,
            ':from': from,
            ':farthest': farthest,
            ':expiresAt': expiresAt,
          },
        });
        if (room > 0 && (await ifVersionMatches(dynamodb.send(update))) !== null) {
          left.set(name, after);
          return { first, count: room };
        }
        const { Item } = await dynamodb.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
        const next = firstOf(counterItem.optional().parse(Item)?.used);
        if (room <= 0 && next >= first) return { first: next, count: 0 };
        first = next;
      }
    },
  };
}
