import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
  type ScanCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

export type Item = Readonly<Record<string, unknown>>;

/** Values and reserved names of an expression, by their placeholders without `:` and `#`. */
interface Given {
  readonly values?: Item | undefined;
  readonly names?: Readonly<Record<string, string>> | undefined;
}

interface Guard extends Given {
  readonly if?: string;
}

export type Query = Given &
  Partial<QueryCommandInput> & {
    /** First and last sort key; absent: all keys. */
    readonly between?: readonly [from: string, to: string];
    /** Names of the table's keys; default: those of the State table. */
    readonly keys?: readonly [partition: string, sort: string];
  };

export type Table = ReturnType<typeof tableItems>;

/** Reads are consistent; a write says whether its condition held. */
export function tableItems(dynamodb: DynamoDBDocumentClient, TableName: string) {
  const held = async (write: Promise<unknown>) => (await ifVersionMatches(write)) !== null;
  const pages = (partition: string, query: Query = {}) => {
    const { keys: [key, sort] = ['wallet', 'chain'], between, names, values, ...how } = query;
    const range = between && { from: between[0], to: between[1] };
    const input = {
      TableName,
      KeyConditionExpression: `${key} = :partition${between ? ` AND ${sort} BETWEEN :from AND :to` : ''}`,
      ConsistentRead: true,
      ...guarded({ names, values: { partition, ...range, ...values } }),
      ...how,
    };
    return paginateQuery({ client: dynamodb }, input);
  };
  return {
    dynamodb,
    TableName,
    get: async (Key: Item): Promise<Record<string, unknown> | undefined> =>
      (await dynamodb.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item,
    put: (Item: Item, guard?: Guard) =>
      held(dynamodb.send(new PutCommand({ TableName, Item, ...guarded(guard) }))),
    remove: (Key: Item, guard?: Guard) =>
      held(dynamodb.send(new DeleteCommand({ TableName, Key, ...guarded(guard) }))),
    /** The item after the change; null if the condition failed. */
    async update(Key: Item, UpdateExpression: string, guard: Guard): Promise<Record<string, unknown> | null> {
      const write = { TableName, Key, UpdateExpression, ...guarded(guard), ReturnValues: 'ALL_NEW' } as const;
      const reply = await ifVersionMatches(dynamodb.send(new UpdateCommand(write)));
      return reply === null ? null : (reply?.Attributes ?? {});
    },
    pages,
    async *query(partition: string, query?: Query): AsyncGenerator<Record<string, unknown>> {
      for await (const { Items = [] } of pages(partition, query)) yield* Items;
    },
    /** Not consistent, unless `ConsistentRead` is given. */
    async *scan(given: Given & Partial<ScanCommandInput> = {}): AsyncGenerator<Record<string, unknown>> {
      const { names, values, ...how } = given;
      const input = { TableName, ...guarded({ names, values }), ...how };
      for await (const { Items = [] } of paginateScan({ client: dynamodb }, input)) yield* Items;
    },
  };
}

/** Null: the condition failed, because another worker or a person wrote first. */
async function ifVersionMatches<Reply>(write: Promise<Reply>): Promise<Reply | null> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
}

function guarded({ if: condition, values, names }: Guard = {}) {
  return {
    ...(condition !== undefined && { ConditionExpression: condition }),
    ...(values !== undefined && { ExpressionAttributeValues: prefixed(':', Object.entries(values)) }),
    ...(names !== undefined && { ExpressionAttributeNames: prefixed('#', Object.entries(names)) }),
  };
}

function prefixed<Value>(prefix: string, entries: readonly (readonly [string, Value])[]) {
  return Object.fromEntries(entries.map(([name, value]) => [prefix + name, value]));
}
