import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Clock } from '../runtime/clock.ts';
import { ifVersionMatches } from '../runtime/dynamodb-writes.ts';

/** Numbers of one item of a table. */
export interface Wanted {
  /** At most so many numbers. */
  readonly count: number;
  /** A number that is taken uses up so many; one unless given. */
  readonly step?: number;
  /** The first number that may still be taken. */
  readonly from: number;
  /** The first number that may not be taken. */
  readonly to: number;
  /** No right clock takes a number above this one: an item that stands higher begins anew at `from`. None unless given. */
  readonly farthest?: number;
}

/** `count` numbers from `first` on; where there is none, `first` is the number that would have come next. */
export interface Taken {
  readonly first: number;
  readonly count: number;
}

/**
 * Gives each number of an item to one worker, in ascending order. The numbers are turns in the plan's windows, calls of a day, or
 * milliseconds of a chat. Numbers whose worker dies, or never hears the answer, are lost.
 */
export interface SharedCounter {
  take(key: Readonly<Record<string, string>>, wanted: Wanted): Promise<Taken>;
}

const counterItem = z.object({ used: z.coerce.number() });

/** The summary of a week adds up the calls of its days. */
const keptSeconds = 9 * 86_400;

export function createSharedCounter(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  clock: Pick<Clock, 'now'>,
): SharedCounter {
  /** Where this worker left each item: mostly nobody has taken from it since, and one write is enough. */
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
