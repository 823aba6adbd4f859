import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import pLimit from 'p-limit';
import * as z from 'zod';
import type { Clock } from '../../runtime/clock.ts';
import { ifVersionMatches } from '../../runtime/dynamodb-writes.ts';
import type { Lane } from '../kinds/service.ts';

/** The rates that services hold, over all workers and destinations: two of them may share a chat or a token. */
export interface Pace {
  /**
   * Waits for a turn in every lane, in the order of asking.
   * @param deadline epoch milliseconds
   * @returns null when it is this one's turn, or epoch milliseconds of when a turn would come, where that is too late
   */
  take(lanes: readonly Lane[], deadline: number): Promise<number | null>;
}

const laneItem = z.object({ fullAt: z.number() });

export function createPace(dynamodb: DynamoDBDocumentClient, TableName: string, clock: Clock): Pace {
  const inOrder = pLimit(1);

  /** When the next turn of a lane comes: at most `burst` at once, then one an interval. Taken unless it is too late. */
  async function turnIn({ name, burst, intervalMs }: Lane, deadline: number): Promise<number> {
    const Key = { destination: name, item: 'pace' };
    for (;;) {
      const { Item } = await dynamodb.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const before = Item === undefined ? null : laneItem.parse(Item).fullAt;
      const now = clock.now();
      const fullAt = Math.max(before ?? 0, now);
      const turn = Math.max(now, fullAt - (burst - 1) * intervalMs);
      if (turn > deadline) return turn;
      const put = new PutCommand({
        TableName,
        Item: { ...Key, fullAt: fullAt + intervalMs, expiresAt: Math.ceil(fullAt / 1000) + 3_600 },
        ConditionExpression: before === null ? 'attribute_not_exists(fullAt)' : 'fullAt = :before',
        ...(before === null ? {} : { ExpressionAttributeValues: { ':before': before } }),
      });
      if ((await ifVersionMatches(dynamodb.send(put))) !== null) return turn;
    }
  }

  return {
    take: (lanes, deadline) =>
      inOrder(async () => {
        let turn = 0;
        for (const lane of lanes) {
          turn = Math.max(turn, await turnIn(lane, deadline));
          if (turn > deadline) return turn;
        }
        if (turn > clock.now()) await clock.sleep(turn - clock.now());
        return null;
      }),
  };
}
