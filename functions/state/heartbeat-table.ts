import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Clock } from '../runtime/clock.ts';

/** DynamoDB's numbers come as texts. */
const count = z.coerce.number().default(0);

/** What came back of the polls of one tick, counted by the workers that made them. */
const answers = z.object({
  /** Polls whose message came to its end. */
  returned: count,
  /** Of those, the polls that the source answered. */
  answered: count,
  /** Of those, the polls of wallets with alerts that SNS has not taken for ten minutes. */
  late: count,
});

/** The last tick whose polls are counted, and the last call of the monitor. */
const lastBeat = z.object({
  tick: z.string(),
  polls: count,
  /** Epoch milliseconds: polls that are not back by then are not answered. */
  dueAt: count,
  called: z
    .object({
      /** ISO time. */
      at: z.string(),
      isWell: z.boolean(),
      /** The status of the answer, or why there was none. Neither holds the URL. */
      answer: z.string(),
    })
    .nullable(),
});

export type TickAnswers = Readonly<z.infer<typeof answers>>;
export type LastBeat = Readonly<z.infer<typeof lastBeat>>;

/** What the heartbeat is made of: items of the State table. Nobody writes them in a stack without a heartbeat. */
export interface HeartbeatTable {
  /** Adds what came back of one message. @param tick its name in the message */
  count(tick: string, more: TickAnswers): Promise<void>;
  answersOf(tick: string): Promise<TickAnswers>;
  /** Null: there was none yet. */
  last(): Promise<LastBeat | null>;
  remember(beat: LastBeat): Promise<void>;
}

/** A partition of the State table that no wallet's address can be. */
const wallet = '#heartbeat';
const lastKey = { wallet, chain: 'last' };
const keptSeconds = 86_400;

export function createHeartbeatTable(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  clock: Pick<Clock, 'now'>,
): HeartbeatTable {
  const read = async (Key: Readonly<Record<string, string>>) =>
    (await dynamodb.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  return {
    async count(tick, { returned, answered, late }) {
      const update = new UpdateCommand({
        TableName,
        Key: { wallet, chain: tick },
        UpdateExpression: 'SET expiresAt = :expiresAt ADD returned :returned, answered :answered, late :late',
        ExpressionAttributeValues: {
          ':returned': returned,
          ':answered': answered,
          ':late': late,
          ':expiresAt': Math.floor(clock.now() / 1_000) + keptSeconds,
        },
      });
      await dynamodb.send(update);
    },
    answersOf: async (tick) => answers.parse((await read({ wallet, chain: tick })) ?? {}),
    last: async () => lastBeat.nullable().parse((await read(lastKey)) ?? null),
    async remember(beat) {
      await dynamodb.send(new PutCommand({ TableName, Item: { ...lastKey, ...beat } }));
    },
  };
}
