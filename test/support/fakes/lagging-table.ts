import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { tableItems } from '../../../functions/runtime/table-items.ts';
import { given, holds, type Item } from '../../simulation/aws/expression.ts';
import { writeOf } from '../../simulation/aws/write-of.ts';

/**
 * A table at its worst: an inconsistent read shows nothing that was written since the table was created, and a batch may
 * be done in part.
 */
export class LaggingTable {
  readonly name = 'table';
  readonly items = new Map<string, Item>();
  /** False: all writes are visible everywhere. */
  lags = true;
  /** Number of a batch's entries that are done; the rest is left unprocessed. With 0 DynamoDB throws instead. */
  perBatch = Number.POSITIVE_INFINITY;
  Throttled: new (of: { message: string; $metadata: object }) => Error = ThrottlingException;
  /** Number of entries in each batch. */
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
    const write = writeOf(command);
    if (write !== null) return this.put(write.key, write.after(this.items.get(this.placeOf(write.key))));
    if (command instanceof GetCommand) {
      const { Key = {}, ConsistentRead } = command.input;
      return { Item: this.shown(ConsistentRead).get(this.placeOf(Key)) };
    }
    if (command instanceof QueryCommand) {
      const { KeyConditionExpression, FilterExpression, ConsistentRead } = command.input;
      const found = this.shown(ConsistentRead)
        .values()
        .filter((item) => holds(KeyConditionExpression, item, given(command.input)));
      return { Items: [...found].filter((item) => holds(FilterExpression, item, given(command.input))) };
    }
    if (command instanceof ScanCommand) {
      const { Segment = 0, TotalSegments = 1, ConsistentRead } = command.input;
      const items = [...this.shown(ConsistentRead).values()];
      return { Items: items.filter((_, n) => n % TotalSegments === Segment) };
    }
    if (command instanceof BatchGetCommand) {
      const { Keys = [], ConsistentRead } = command.input.RequestItems?.[this.name] ?? {};
      const [now, later] = this.parted(Keys);
      const shown = this.shown(ConsistentRead);
      return {
        Responses: { [this.name]: now.flatMap((key) => shown.get(this.placeOf(key)) ?? []) },
        UnprocessedKeys: later.length === 0 ? {} : { [this.name]: { Keys: later } },
      };
    }
    if (!(command instanceof BatchWriteCommand))
      throw new Error(`the table does not know ${String(command)}`);
    const [now, later] = this.parted(command.input.RequestItems?.[this.name] ?? []);
    for (const { PutRequest: { Item = {} } = {} } of now) this.put(Item, Item);
    return { UnprocessedItems: later.length === 0 ? {} : { [this.name]: later } };
  }

  private put(key: Item, item: Item | undefined): object {
    if (item === undefined) this.items.delete(this.placeOf(key));
    else this.items.set(this.placeOf(key), item);
    return { Attributes: item };
  }

  private parted<Entry>(entries: readonly Entry[]): [Entry[], Entry[]] {
    this.batches.push(entries.length);
    if (this.perBatch === 0) throw new this.Throttled({ message: 'hot partition', $metadata: {} });
    return [entries.slice(0, this.perBatch), entries.slice(this.perBatch)];
  }

  private shown(consistent: boolean | undefined): ReadonlyMap<string, Item> {
    return consistent || !this.lags ? this.items : new Map();
  }

  private placeOf(item: Item): string {
    return this.keys.map((name) => item[name]).join('#');
  }
}
