import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { ifVersionMatches } from './dynamodb-writes.ts';

type Item = Readonly<Record<string, unknown>>;

/** The expressions of a write, with the values and names that they mention. */
interface Guard {
  readonly if?: string;
  /** By names without the colon. */
  readonly values?: Item;
  /** Names that can't be written in an expression, by placeholders without the number sign. */
  readonly names?: Readonly<Record<string, string>>;
}

export type TableItems<Key extends Item> = ReturnType<typeof tableItems<Key>>;

/** Reads are consistent; a write says whether its condition held. */
export function tableItems<Key extends Item>(dynamodb: DynamoDBDocumentClient, TableName: string) {
  const held = async (write: Promise<unknown>) => (await ifVersionMatches(write)) !== null;
  return {
    get: async (Key: Key): Promise<Record<string, unknown> | undefined> =>
      (await dynamodb.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item,
    put: (Item: Key & Item, guard?: Guard) =>
      held(dynamodb.send(new PutCommand({ TableName, Item, ...guarded(guard) }))),
    remove: (Key: Key, guard?: Guard) =>
      held(dynamodb.send(new DeleteCommand({ TableName, Key, ...guarded(guard) }))),
    /** The item after the change; null if the condition failed. */
    async update(Key: Key, UpdateExpression: string, guard: Guard): Promise<Record<string, unknown> | null> {
      const write = { TableName, Key, UpdateExpression, ...guarded(guard), ReturnValues: 'ALL_NEW' } as const;
      const reply = await ifVersionMatches(dynamodb.send(new UpdateCommand(write)));
      return reply === null ? null : (reply?.Attributes ?? {});
    },
  };
}

function guarded({ if: condition, values, names }: Guard = {}) {
  return {
    ...(condition !== undefined && { ConditionExpression: condition }),
    ...(values !== undefined && { ExpressionAttributeValues: prefixed(':', Object.entries(values)) }),
    ...(names !== undefined && {
      ExpressionAttributeNames: prefixed('#', Object.entries(names)),
    }),
  };
}

function prefixed<Value>(prefix: string, entries: readonly (readonly [string, Value])[]) {
  return Object.fromEntries(entries.map(([name, value]) => [prefix + name, value]));
}

/** Reads a partition of a table keyed by wallet and chain, consistently. @param between first and last `chain` */
export async function* partitionItems(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  partition: string,
  between?: readonly [from: string, to: string],
): AsyncGenerator<Record<string, unknown>> {
  const query = {
    TableName,
    KeyConditionExpression: `wallet = :partition${between ? ' AND chain BETWEEN :from AND :to' : ''}`,
    ExpressionAttributeValues: {
      ':partition': partition,
      ...(between && { ':from': between[0], ':to': between[1] }),
    },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamodb }, query)) yield* Items;
}
