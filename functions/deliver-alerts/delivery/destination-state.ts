import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import pLimit from 'p-limit';
import * as z from 'zod';
import type { Clock } from '../../runtime/clock.ts';
import { ifVersionMatches } from '../../runtime/dynamodb-writes.ts';

/** What is remembered of a destination as a whole. One worker alone has it at a time. */
const destinationState = z.object({
  /** Which value of the parameter the latest worker read; null: none was there. */
  value: z.string().nullable().default(null),
  /** The parameter's value with which it was switched off, and what was answered then. */
  off: z.object({ fingerprint: z.string(), status: z.string(), reason: z.string() }).nullable().default(null),
  /** No call is made before that time, in epoch milliseconds, while the parameter has this value. */
  silent: z.object({ fingerprint: z.string(), until: z.number() }).nullable().default(null),
  /** Tries that failed since the last delivery. */
  failures: z.object({ count: z.number(), since: z.number() }).nullable().default(null),
  /** What operations are told of, until its end, and whether its beginning was told. */
  failing: z.object({ since: z.number(), reason: z.string(), told: z.boolean() }).nullable().default(null),
  /** Telegram gave the chat another id while the parameter had this value. */
  moved: z.object({ fingerprint: z.string(), chat: z.number() }).nullable().default(null),
});
export type DestinationState = z.infer<typeof destinationState>;

/** A destination in one worker's hands. */
export interface Lease {
  readonly state: DestinationState;
  /** Remembers a change, at once for all who ask here. */
  change(change: Partial<DestinationState>): Promise<void>;
  release(): Promise<void>;
}

export interface DestinationStates {
  /**
   * Takes a destination for this worker alone.
   * @param until epoch milliseconds: by then this worker has ended, whatever becomes of it
   * @returns null where another worker has it
   */
  take(destination: string, until: number): Promise<Lease | null>;
}

const sortKey = 'state';

export function createDestinationStates(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  clock: Pick<Clock, 'now'>,
  newId: () => string,
): DestinationStates {
  return {
    async take(destination, until) {
      const holder = newId();
      const Key = { destination, item: sortKey };
      const taken = await ifVersionMatches(
        dynamodb.send(
          new UpdateCommand({
            TableName,
            Key,
            UpdateExpression: 'SET holder = :holder, heldUntil = :until',
            // Its own: the SDK repeats a write whose answer is lost.
            ConditionExpression: 'attribute_not_exists(heldUntil) OR heldUntil < :now OR holder = :holder',
            ExpressionAttributeValues: { ':holder': holder, ':until': until, ':now': clock.now() },
            ReturnValues: 'ALL_NEW',
          }),
        ),
      );
      if (taken === null) return null;
      let state = destinationState.parse(taken.Attributes?.state ?? {});
      const oneByOne = pLimit(1);
      const put = (heldUntil: number) =>
        oneByOne(() =>
          // A worker that outlived its lease changes nothing any more.
          ifVersionMatches(
            dynamodb.send(
              new PutCommand({
                TableName,
                Item: { ...Key, holder, heldUntil, state },
                ConditionExpression: 'holder = :holder',
                ExpressionAttributeValues: { ':holder': holder },
              }),
            ),
          ),
        );
      return {
        get state() {
          return state;
        },
        async change(change) {
          state = { ...state, ...change };
          await put(until);
        },
        async release() {
          await put(0);
        },
      };
    },
  };
}
