import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { given, holds, type Item } from '../../simulation/aws/expression.ts';
import { withDigits } from '../../simulation/aws/tables.ts';
import { type Write, writeOf } from '../../simulation/aws/write-of.ts';
import { readUnits, sizeOf, writeUnits } from './item-size.ts';
import type { Tally } from './tally.ts';

const sortKeys: Readonly<Record<string, string>> = {
  Watchlist: 'chain',
  State: 'chain',
  History: 'position',
};
const bytesPerPage = 1_000_000;

type Key = readonly [table: string, partition: string, sort: string];

/** The three tables in memory, with a count of what DynamoDB would bill; fast enough for a day of a hundred thousand wallets. */
export class CountedTables {
  private readonly items = new Map<string, Map<string, Map<string, Item>>>();
  private readonly tally: Tally;
  private readonly wait: () => Promise<void>;

  /** @param wait waits as long as a call takes */
  constructor(tally: Tally, wait: () => Promise<void>) {
    this.tally = tally;
    this.wait = wait;
  }

  client(read: (item: Item) => Item = withDigits): DynamoDBDocumentClient {
    const send = async (command: unknown) => {
      await this.wait();
      return this.answer(command, read);
    };
    return Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send });
  }

  /** Writes without counting. */
  put(table: string, item: Item): void {
    const [, partition, sort] = keyOf(table, item);
    this.partition(table, partition).set(sort, item);
  }

  private answer(command: unknown, read: (item: Item) => Item): object {
    const write = writeOf(command);
    if (write !== null) {
      const item = this.change(keyOf(write.table, write.key), write.after);
      return command instanceof UpdateCommand ? { Attributes: read(item ?? {}) } : {};
    }
    if (command instanceof GetCommand) {
      const { TableName = '', Key = {}, ConsistentRead } = command.input;
      const item = this.read(keyOf(TableName, Key), ConsistentRead);
      return item === undefined ? {} : { Item: read(item) };
    }
    if (command instanceof BatchGetCommand) {
      const [[table, { Keys = [], ConsistentRead }] = ['', {}]] = Object.entries(
        command.input.RequestItems ?? {},
      );
      const found = Keys.map((key) => this.read(keyOf(table, key), ConsistentRead));
      return { Responses: { [table]: found.filter((item) => item !== undefined).map(read) } };
    }
    if (command instanceof QueryCommand) return this.query(command, read);
    if (command instanceof ScanCommand) return this.scan(command, read);
    if (command instanceof BatchWriteCommand) {
      for (const [table, requests] of Object.entries(command.input.RequestItems ?? {}))
        for (const { PutRequest, DeleteRequest } of requests) {
          const key = keyOf(table, PutRequest?.Item ?? DeleteRequest?.Key ?? {});
          this.change(key, () => PutRequest?.Item);
        }
      return {};
    }
    throw new Error(`the counted tables do not know ${String(command)}`);
  }

  private read(key: Key, consistent: boolean | undefined): Item | undefined {
    const [table, partition, sort] = key;
    const item = this.partition(table, partition).get(sort);
    this.tally.add(`read ${purposeOf(key)}`, { readUnits: readUnits(sizeOf(item ?? null), consistent) });
    return item;
  }

  /** A write whose condition fails is billed like one that succeeds. */
  private change(key: Key, after: Write['after']): Item | undefined {
    const [table, partition, sort] = key;
    const items = this.partition(table, partition);
    const before = items.get(sort);
    let item = before;
    try {
      item = after(before);
    } finally {
      const bytes = Math.max(sizeOf(before ?? null), sizeOf(item ?? null));
      this.tally.add(`write ${purposeOf(key)}`, { writeUnits: writeUnits(bytes) });
    }
    if (item === undefined) items.delete(sort);
    else items.set(sort, item);
    return item;
  }

  /** A query by a partition and a range of sort keys: the functions use no other. */
  private query({ input }: QueryCommand, read: (item: Item) => Item): object {
    const { TableName: table = '', ExpressionAttributeValues: values = {}, ConsistentRead } = input;
    const partition = String(values[':partition'] ?? values[':watch'] ?? values[':wallet']);
    const [from, to] = [String(values[':from'] ?? ''), String(values[':to'] ?? '\uffff')];
    const found = Array.from(this.partition(table, partition))
      .filter(([sort]) => sort >= from && sort <= to)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, input.Limit)
      .map(([, item]) => item);
    const units = readUnits(
      found.reduce((sum, item) => sum + sizeOf(item), 0),
      ConsistentRead,
    );
    this.tally.add(`read ${purposeOf([table, partition, from])}`, { readUnits: units });
    return { Items: found.filter((item) => holds(input.FilterExpression, item, given(input))).map(read) };
  }

  private scan({ input }: ScanCommand, read: (item: Item) => Item): object {
    const { TableName: table = '', Segment = 0, TotalSegments = 1, Limit = Infinity } = input;
    const all = this.rowsOf(table);
    const share = Math.ceil(all.length / TotalSegments);
    const end = Math.min(all.length, share * (Segment + 1));
    const from = Number(input.ExclusiveStartKey?.at ?? share * Segment);
    let to = from;
    let bytes = 0;
    for (; to < end && to - from < Limit && bytes < bytesPerPage; to += 1) bytes += sizeOf(all[to]);
    this.tally.add(`read all of ${table}`, { readUnits: readUnits(bytes, input.ConsistentRead) });
    return { Items: all.slice(from, to).map(read), ...(to < end ? { LastEvaluatedKey: { at: to } } : {}) };
  }

  private rowsOf(table: string): readonly Item[] {
    return Array.from(this.items.get(table)?.values() ?? []).flatMap((partition) => [...partition.values()]);
  }

  private partition(table: string, partition: string): Map<string, Item> {
    const partitions = this.items.get(table) ?? new Map<string, Map<string, Item>>();
    this.items.set(table, partitions);
    const items = partitions.get(partition) ?? new Map<string, Item>();
    partitions.set(partition, items);
    return items;
  }
}

function keyOf(table: string, item: Item): Key {
  const partition = table === 'History' ? item.watch : (item.wallet ?? item.address);
  return [table, String(partition), String(item[sortKeys[table] ?? ''])];
}

/** In words: "a wallet's state", "marks". */
function purposeOf([table, partition, sort]: Key): string {
  if (table !== 'State') return table;
  if (partition.startsWith('#seen')) return 'what was seen';
  if (partition.startsWith('#activity')) return sort.startsWith('hot ') ? 'marks' : 'the chain';
  return partition.startsWith('#') ? 'what all share' : 'states';
}
