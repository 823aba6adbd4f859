import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Clock } from '../../runtime/clock.ts';
import type { QueuedMessage } from '../queued-message.ts';

/** A message that waits in its queue, unseen until it is due. */
const waiting = z.object({
  item: z.string(),
  /** Epoch milliseconds of when it may be tried. */
  dueAt: z.number(),
  /** Tries that failed, the first of them at, and with which value of the parameter the last. */
  tries: z.number(),
  firstTriedAt: z.number().nullable(),
  fingerprint: z.string().nullable(),
});
export type Waiting = Omit<z.infer<typeof waiting>, 'item'>;

type Place = Pick<QueuedMessage, 'line' | 'position'>;

/**
 * The messages of a destination that wait, by wallet and in order: SQS keeps no order, and gives messages out again
 * each by itself.
 */
export interface WaitingLine {
  /** The first of its wallet's that waits, and whether it is this very message; null where none waits. */
  first(
    message: Place,
  ): Promise<{ readonly itself: boolean; readonly isBefore: boolean; readonly waiting: Waiting } | null>;
  /** How many messages of all wallets wait that were published before it. */
  countBefore(message: Pick<Place, 'position'>): Promise<number>;
  /**
   * It has come, and may be tried as soon as it is the first; where it stands in line already all stays as it is.
   * @returns whether it is new there
   */
  join(message: Place): Promise<boolean>;
  /** It waits after a try. */
  put(message: Place, waiting: Waiting): Promise<void>;
  /** It waits, or goes on waiting, without one. */
  hold(message: Place, dueAt: number): Promise<void>;
  remove(message: Place): Promise<void>;
}

/** Whoever is due for so long and was not seen is gone: somebody purged the queue. */
const goneAfterMs = 900_000;
/** As long as SQS keeps a message. */
const keptSeconds = 14 * 86_400;

export function createWaitingLine(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  destination: string,
  clock: Pick<Clock, 'now'>,
): WaitingLine {
  const prefixOf = ({ line }: Place) => `waiting#${line}#`;
  const itemOf = (message: Place) => prefixOf(message) + message.position;
  const expiry = () => Math.floor(clock.now() / 1000) + keptSeconds;
  const remove = async (item: string) => {
    await dynamodb.send(new DeleteCommand({ TableName, Key: { destination, item } }));
  };
  const query = (prefix: string, rest: { readonly Limit?: number } = {}) =>
    dynamodb.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'destination = :destination AND begins_with(#item, :prefix)',
        ExpressionAttributeNames: { '#item': 'item' },
        ExpressionAttributeValues: { ':destination': destination, ':prefix': prefix },
        ConsistentRead: true,
        ...rest,
      }),
    );
  /** @param due an expression of `:dueAt` */
  const stand = async (message: Place, due: string, dueAt: number) => {
    const { Attributes } = await dynamodb.send(
      new UpdateCommand({
        TableName,
        Key: { destination, item: itemOf(message) },
        UpdateExpression:
          `SET dueAt = ${due}, expiresAt = :expiresAt, tries = if_not_exists(tries, :none), ` +
          'firstTriedAt = if_not_exists(firstTriedAt, :never), fingerprint = if_not_exists(fingerprint, :never)',
        ExpressionAttributeValues: { ':dueAt': dueAt, ':expiresAt': expiry(), ':none': 0, ':never': null },
        ReturnValues: 'UPDATED_OLD',
      }),
    );
    return Object.keys(Attributes ?? {}).length === 0;
  };
  return {
    async first(message) {
      for (;;) {
        const { Items = [] } = await query(prefixOf(message), { Limit: 1 });
        if (Items[0] === undefined) return null;
        const { item, ...found } = waiting.parse(Items[0]);
        const itself = item === itemOf(message);
        if (itself || found.dueAt + goneAfterMs > clock.now())
          return { itself, isBefore: item < itemOf(message), waiting: found };
        await remove(item);
      }
    },
    async countBefore({ position }) {
      const { Items = [] } = await query('waiting#');
      return Items.filter(({ item }) => (String(item).split('#')[2] ?? '') < position).length;
    },
    async put(message, { dueAt, tries, firstTriedAt, fingerprint }) {
      const Item = {
        destination,
        item: itemOf(message),
        dueAt,
        tries,
        firstTriedAt,
        fingerprint,
        expiresAt: expiry(),
      };
      await dynamodb.send(new PutCommand({ TableName, Item }));
    },
    join: (message) => stand(message, 'if_not_exists(dueAt, :dueAt)', clock.now()),
    async hold(message, dueAt) {
      // Who waits for a message that has long been due was seen just now all the same.
      await stand(message, ':dueAt', Math.max(dueAt, clock.now()));
    },
    remove: (message) => remove(itemOf(message)),
  };
}
