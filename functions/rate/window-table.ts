import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../runtime/clock.ts';
import { ifVersionMatches } from '../runtime/dynamodb-writes.ts';
import { type CallWindows, furtherCalls } from './call-windows.ts';

/** What a call is for: the first call of a poll, or a page, a retry or a coin after it. */
export type CallPurpose = 'poll' | 'further';

/** The windows of the plan, shared by all workers: a call that was not claimed from the window it leaves in is not made. */
export interface WindowTable {
  /** Takes `calls` out of a window; false where it has not so many left. What is claimed and not used is lost. */
  claim(window: number, calls: number, purpose: CallPurpose): Promise<boolean>;
}

/** Far more windows than are claimed from at a time: each of so many items serves one, and then another. */
const items = 64;

/**
 * Counts each window in one item of the State table. A claim is one write for the first of a window and, mostly, for the next;
 * one whose answer is lost, and the client's repeat of it, take calls that nobody makes.
 */
export function createWindowTable(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  windows: CallWindows,
  clock: Pick<Clock, 'now'>,
): WindowTable {
  /** The newest window that is known to have been begun. */
  let begun = Number.NEGATIVE_INFINITY;

  const update = async (window: number, UpdateExpression: string, condition: string, values: object) => {
    const command = new UpdateCommand({
      TableName,
      Key: { wallet: '#window', chain: String(window % items) },
      UpdateExpression,
      ConditionExpression: condition,
      ExpressionAttributeValues: { ':window': window, ...values },
    });
    return (await ifVersionMatches(dynamodb.send(command))) !== null;
  };

  /** False where another call was the window's first. */
  async function begin(window: number, calls: number, further: number): Promise<boolean> {
    const isFirst = await update(
      window,
      'SET windowNumber = :window, used = :calls, further = :further, expiresAt = :later',
      'attribute_not_exists(windowNumber) OR windowNumber <> :window',
      { ':calls': calls, ':further': further, ':later': Math.floor(clock.now() / 1_000) + 86_400 },
    );
    begun = window;
    return isFirst;
  }

  /** False where it has no room, or nobody has begun it. */
  async function join(window: number, calls: number, further: number): Promise<boolean> {
    const hasRoom = await update(
      window,
      'ADD used :calls, further :further',
      'windowNumber = :window AND used <= :room AND further <= :furtherRoom',
      {
        ':calls': calls,
        ':further': further,
        ':room': windows.calls - calls,
        ':furtherRoom': furtherCalls(windows) - further,
      },
    );
    if (hasRoom) begun = window;
    return hasRoom;
  }

  return {
    async claim(window, calls, purpose) {
      const further = purpose === 'poll' ? 0 : calls;
      if (calls > windows.calls || further > furtherCalls(windows)) return false;
      // A window's first call is a poll's, mostly, and what is further comes after one.
      if (purpose === 'further' && (await join(window, calls, further))) return true;
      if (begun !== window && (await begin(window, calls, further))) return true;
      return join(window, calls, further);
    },
  };
}
