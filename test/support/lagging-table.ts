import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { tableItems } from '../../functions/runtime/table-items.ts';
import { holds, type Item, updated } from '../simulation/aws/expression.ts';

/**
 * One table at its worst: a read that is not consistent shows nothing that was written since it was made, and a batch may
 * be done in part.
 */
export class LaggingTable {
  readonly name = 'table';
  readonly items = new Map<string, Item>();
  /** False: what was written has arrived everywhere. */
  lags = true;
  /** Entries of a batch that are done before the rest is left unprocessed. */
  perBatch = Number.POSITIVE_INFINITY;
  /** How many entries each batch held. */
  readonly batches: number[] = [];
  readonly client: DynamoDBDocumentClient = Object.assign(Object.create(DynamoDBDocumentClient.prototype), {
    send: async (command: unknown) => this.answer(command),
  });
  readonly opened = tableItems(this.client, this.name);
  private readonly keys: readonly [string, string];

  constructor(keys: readonly [string, string] = ['wallet', 'chain']) {
    this.keys = keys;
  }

  private answer(command: unknown): object {
    if (command instanceof PutCommand) {
      const { Item = {} } = command.input;
      this.check(command, Item);
      return this.put(Item);
    }
    if (command instanceof DeleteCommand) {
      this.items.delete(this.placeOf(command.input.Key ?? {}));
      return {};
    }
    if (command instanceof GetCommand) {
      const { Key = {}, ConsistentRead } = command.input;
      return { Item: this.shown(ConsistentRead).get(this.placeOf(Key)) };
    }
    if (command instanceof UpdateCommand) return this.update(command);
    if (command instanceof BatchGetCommand) return this.batchGet(command);
    if (command instanceof BatchWriteCommand) return this.batchWrite(command);
    if (command instanceof QueryCommand) {
      const { KeyConditionExpression, ConsistentRead, ...input } = command.input;
      const given = { names: input.ExpressionAttributeNames, values: input.ExpressionAttributeValues };
      const found = this.shown(ConsistentRead)
        .values()
        .filter((item) => holds(KeyConditionExpression, item, given));
      return { Items: [...found].filter((item) => holds(input.FilterExpression, item, given)) };
    }
    throw new Error(`the table does not know ${String(command)}`);
  }

  private put(item: Item): object {
    this.items.set(this.placeOf(item), item);
    return {};
  }

  private check({ input }: PutCommand | UpdateCommand, key: Item): void {
    const given = { names: input.ExpressionAttributeNames, values: input.ExpressionAttributeValues };
    if (!holds(input.ConditionExpression, this.items.get(this.placeOf(key)), given))
      throw new ConditionalCheckFailedException({ message: 'The conditional request failed', $metadata: {} });
  }

  private update(command: UpdateCommand): object {
    const { input } = command;
    const { Key = {}, UpdateExpression = '', ExpressionAttributeValues: values } = input;
    this.check(command, Key);
    const before = this.items.get(this.placeOf(Key)) ?? Key;
    return this.put(updated(UpdateExpression, before, { names: input.ExpressionAttributeNames, values }));
  }

  private batchGet({ input }: BatchGetCommand): object {
    const { Keys = [], ConsistentRead } = input.RequestItems?.[this.name] ?? {};
    const [now, later] = this.parted(Keys);
    const shown = this.shown(ConsistentRead);
    return {
      Responses: { [this.name]: now.flatMap((key) => shown.get(this.placeOf(key)) ?? []) },
      UnprocessedKeys: later.length === 0 ? {} : { [this.name]: { Keys: later } },
    };
  }

  private batchWrite({ input }: BatchWriteCommand): object {
    const [now, later] = this.parted(input.RequestItems?.[this.name] ?? []);
    for (const { PutRequest } of now) this.put(PutRequest?.Item ?? {});
    return { UnprocessedItems: later.length === 0 ? {} : { [this.name]: later } };
  }

  private parted<Entry>(entries: readonly Entry[]): [Entry[], Entry[]] {
    this.batches.push(entries.length);
    return [entries.slice(0, this.perBatch), entries.slice(this.perBatch)];
  }

  private shown(consistent: boolean | undefined): ReadonlyMap<string, Item> {
    return consistent || !this.lags ? this.items : new Map();
  }

  private placeOf(item: Item): string {
    return this.keys.map((name) => item[name]).join('|');
  }
}
