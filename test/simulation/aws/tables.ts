import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { deliveryKeys, type TableKeys, tableKeys } from '../../../lib/table-keys.ts';
import type { AwsFault } from '../faults.ts';
import type { Worker } from '../worker.ts';
import type { AwsCall, AwsCalls } from './aws-calls.ts';
import { type Expressions, given, holds, type Item, projected } from './expression.ts';
import type { namePoints } from './name-points.ts';
import { itemKey, StoredItems } from './stored-items.ts';
import { type Write, writeOf } from './write-of.ts';

/** Called after every write, with the item before and after it. */
export type Written = (
  table: string,
  before: Item | undefined,
  after: Item | undefined,
  worker: Worker,
) => void;

type TableCall = Omit<AwsCall<object>, 'service'>;

const keyNames: Readonly<Record<string, TableKeys>> = {
  Watchlist: tableKeys.watchlist,
  State: tableKeys.state,
  History: tableKeys.history,
  Contacts: tableKeys.contacts,
  Deliveries: deliveryKeys,
};

const readFaults: readonly AwsFault[] = ['DynamoDB throttles a read', 'DynamoDB answers late'];
const writeFaults: readonly AwsFault[] = [
  'DynamoDB throttles a write',
  'DynamoDB writes and the answer is lost',
  'DynamoDB answers late',
];
/** Only for conditional writes: the SDK's repeat fails because the first try succeeded. */
const guardedFaults: readonly AwsFault[] = [
  ...writeFaults,
  'DynamoDB writes, the answer is lost, the SDK repeats',
];
/** Smaller than DynamoDB's pages, which hold a megabyte: about a thousand small rows. */
const itemsPerPage = { scan: 30, query: 300 };

/** Counts what DynamoDB would bill. A key has the form of `itemKey`; for a scan it is empty. */
export interface Meter {
  read(table: string, key: string, items: readonly Item[], isConsistent: boolean): void;
  /** A write whose condition fails is billed like one that succeeds. */
  wrote(table: string, key: string, before: Item | undefined, after: Item | undefined): void;
}

/** What the tables need besides the calls to them. */
interface TablesOptions {
  readonly now: () => number;
  /** Milliseconds by which the copy behind an inconsistent read lags. */
  readonly lag: () => number;
  readonly namePoints: Readonly<typeof namePoints>;
  /** Most items of a page. */
  readonly perPage?: typeof itemsPerPage;
  readonly meter?: Meter;
}

/** The tables in memory, behind a document client that takes the functions' commands. */
export class Tables {
  written: Written = () => {};
  private readonly items: ReadonlyMap<string, StoredItems>;
  /** The keys of each scan by segment; valid while the table's keys are `all`. */
  private readonly segments = new Map<string, { all: readonly string[]; parts: Map<number, string[]> }>();
  private readonly calls: Pick<AwsCalls, 'call'>;
  private readonly options: TablesOptions;

  constructor(calls: Pick<AwsCalls, 'call'>, options: TablesOptions) {
    this.calls = calls;
    this.options = options;
    this.items = new Map(Object.keys(keyNames).map((name) => [name, new StoredItems(options.now)]));
  }

  /** @param read converts an item for the reader: the functions' clients read numbers differently */
  client(read: (item: Item) => Item): DynamoDBDocumentClient {
    const send = (command: unknown) =>
      this.calls.call({ service: 'DynamoDB', ...this.callOf(command, read) });
    return Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send });
  }

  table(name: string): StoredItems {
    const table = this.items.get(name);
    if (table === undefined) throw new Error(`there is no table ${name}`);
    return table;
  }

  put(name: string, item: Item): void {
    this.table(name).set(keyOf(name, item), item);
  }

  delete(name: string, key: Item): void {
    this.table(name).set(keyOf(name, key), undefined);
  }

  /** Deletes some expired items: TTL may not have deleted all of them yet. @returns how many items */
  expire(isTaken: () => boolean): number {
    const seconds = Math.floor(this.options.now() / 1_000);
    return this.items.values().reduce((sum, items) => sum + items.expire(seconds, isTaken), 0);
  }

  private lagOf(consistent: boolean | undefined): number {
    return consistent ? 0 : this.options.lag();
  }

  private read(name: string, key: Item, consistent = false): Item | undefined {
    const place = keyOf(name, key);
    const item = this.table(name).get(place, this.lagOf(consistent));
    this.options.meter?.read(name, place, item === undefined ? [] : [item], consistent);
    return item;
  }

  private callOf(command: unknown, read: (item: Item) => Item): TableCall {
    const write = writeOf(command);
    if (write !== null) return this.writeCall(command, write, read);
    if (command instanceof GetCommand) {
      const { TableName: name = '', Key: key = {}, ConsistentRead: consistent } = command.input;
      const act = () => {
        const item = this.read(name, key, consistent);
        return item === undefined ? {} : { Item: read(item) };
      };
      return { point: `get ${name}`, faults: readFaults, act };
    }
    if (command instanceof BatchGetCommand) return this.batchGetCall(command, read);
    if (command instanceof BatchWriteCommand) return this.batchWriteCall(command);
    if (command instanceof QueryCommand || command instanceof ScanCommand)
      return this.queryCall(command, read);
    throw new Error(`the tables in memory do not know ${String(command)}`);
  }

  private writeCall(command: unknown, write: Write, read: (item: Item) => Item): TableCall {
    const { table, key, isGuarded } = write;
    const isPut = command instanceof PutCommand;
    const act = (_fault: AwsFault | null, worker: Worker) => {
      const item = this.change(table, key, write.after, worker);
      return command instanceof UpdateCommand ? { Attributes: read(item ?? {}) } : {};
    };
    const before = isPut ? this.table(table).get(keyOf(table, key)) : undefined;
    const point =
      command instanceof DeleteCommand
        ? `delete ${table}`
        : this.options.namePoints.write(table, before, key);
    return { point, faults: isPut && !isGuarded ? writeFaults : guardedFaults, act };
  }

  private change(name: string, key: Item, after: Write['after'], worker: Worker): Item | undefined {
    const place = keyOf(name, key);
    const before = this.table(name).get(place);
    let item = before;
    try {
      item = after(before);
    } finally {
      this.options.meter?.wrote(name, place, before, item);
    }
    this.table(name).set(place, item);
    this.written(name, before, item, worker);
    return item;
  }

  private batchGetCall({ input }: BatchGetCommand, read: (item: Item) => Item): TableCall {
    const [[name, { Keys: keys = [], ConsistentRead: consistent = false }] = ['', {}]] = Object.entries(
      input.RequestItems ?? {},
    );
    const act = (fault: AwsFault | null) => {
      const done = fault === 'DynamoDB leaves keys unread' ? Math.floor(keys.length / 2) : keys.length;
      const found = keys.slice(0, done).map((key) => this.read(name, key, consistent));
      return {
        Responses: { [name]: found.filter((item) => item !== undefined).map(read) },
        UnprocessedKeys: done < keys.length ? { [name]: { Keys: keys.slice(done) } } : {},
      };
    };
    return { point: `read ${name}`, faults: [...readFaults, 'DynamoDB leaves keys unread'], act };
  }

  private batchWriteCall({ input }: BatchWriteCommand): TableCall {
    const [[name, requests] = ['', []]] = Object.entries(input.RequestItems ?? {});
    const act = (fault: AwsFault | null, worker: Worker) => {
      const done =
        fault === 'DynamoDB leaves puts unwritten' ? Math.floor(requests.length / 2) : requests.length;
      for (const { PutRequest: put, DeleteRequest: taken } of requests.slice(0, done))
        this.change(name, put?.Item ?? taken?.Key ?? {}, () => put?.Item, worker);
      return { UnprocessedItems: done < requests.length ? { [name]: requests.slice(done) } : {} };
    };
    const point = this.options.namePoints.batch(name, requests[0]?.PutRequest?.Item);
    return { point, faults: [...writeFaults, 'DynamoDB leaves puts unwritten'], act };
  }

  private queryCall({ input }: QueryCommand | ScanCommand, read: (item: Item) => Item): TableCall {
    const { TableName: name = '', ExclusiveStartKey: start, FilterExpression: filter } = input;
    const { ConsistentRead: consistent = false, ProjectionExpression: projection } = input;
    const condition = 'KeyConditionExpression' in input ? input.KeyConditionExpression : undefined;
    const most = (this.options.perPage ?? itemsPerPage)[condition === undefined ? 'scan' : 'query'];
    const perPage = Math.min(input.Limit ?? most, most);
    const isDown = 'ScanIndexForward' in input && input.ScanIndexForward === false;
    const partition = condition === undefined ? null : partitionOf(name, condition, input);
    const act = () => {
      const table = this.table(name);
      const keys = partition === null ? this.scanned(name, input) : table.keysOf(partition);
      const lag = () => this.lagOf(consistent);
      const page: Item[] = [];
      // Keys are sorted, so the range is found by search.
      const [lowest, highest] = boundsOf(partition, condition, input);
      const isInRange = (key: string | undefined) => key !== undefined && key >= lowest && key <= highest;
      const after = start === undefined ? null : keyOf(name, start);
      let place = isDown
        ? firstFrom(keys, after ?? `${highest}\0`) - 1
        : firstFrom(keys, after === null ? lowest : `${after}\0`);
      for (; isInRange(keys[place]) && page.length < perPage; place += isDown ? -1 : 1) {
        const key = keys[place] ?? '';
        const item = table.get(key, lag());
        if (item !== undefined && holds(condition, item, given(input))) page.push(item);
      }
      const first = partition === null ? '' : lowest || itemKey(partition, '');
      this.options.meter?.read(name, first, page, consistent);
      const last = page.at(-1);
      const more = page.length === perPage && isInRange(keys[place]);
      return {
        Items: page
          .filter((item) => holds(filter, item, given(input)))
          .map((item) => read(projected(projection, item, given(input)))),
        ...(more && last !== undefined ? { LastEvaluatedKey: keysOf(name, last) } : {}),
      };
    };
    return { point: this.options.namePoints.query(name, partition), faults: readFaults, act };
  }

  private scanned(name: string, input: QueryCommand['input'] | ScanCommand['input']): readonly string[] {
    const { Segment: segment = 0, TotalSegments: segments = 1 } = 'TotalSegments' in input ? input : {};
    const all = this.table(name).allKeys();
    const scan = `${name} in ${segments}`;
    const known = this.segments.get(scan);
    const parts = known?.all === all ? known.parts : Map.groupBy(all, (key) => segmentOf(key, segments));
    this.segments.set(scan, { all, parts });
    return parts.get(segment) ?? [];
  }
}

/** The value that a key condition begins with: `watch = :watch AND …`. */
function partitionOf(name: string, condition: string, input: Expressions): string {
  const [, attribute = '', value = ''] = /^([#\w]+) = (:\w+)/.exec(condition) ?? [];
  const { names, values } = given(input);
  if ((names?.[attribute] ?? attribute) !== keysOfTable(name).partition)
    throw new Error(`a query of ${name} must name its partition first: ${condition}`);
  return String(values?.[value]);
}

/** Above every key. */
const afterAll = '\u{10ffff}';

/** The keys between which a condition with BETWEEN finds items; without BETWEEN, all keys. */
function boundsOf(
  partition: string | null,
  condition: string | undefined,
  input: Expressions,
): [string, string] {
  const [, from = '', to = ''] = /BETWEEN (:\w+) AND (:\w+)$/.exec(condition ?? '') ?? [];
  if (from === '') return ['', afterAll];
  const { values } = given(input);
  return [itemKey(partition, values?.[from]), itemKey(partition, values?.[to])];
}

/** The index of the first key that is not below this one. */
function firstFrom(keys: readonly string[], key: string): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((keys[middle] ?? '') < key) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Derived from the key, so that a row stays in its segment even if rows are added during a scan. */
function segmentOf(key: string, segments: number): number {
  return Buffer.from(key).reduce((sum, byte) => (sum * 31 + byte) % 65_521, 0) % segments;
}

function keyOf(table: string, item: Item): string {
  const { partition, sort } = keysOfTable(table);
  return itemKey(item[partition], sort === undefined ? '' : item[sort]);
}

function keysOf(table: string, item: Item): Item {
  const { partition, sort } = keysOfTable(table);
  return { [partition]: item[partition], ...(sort === undefined ? {} : { [sort]: item[sort] }) };
}

function keysOfTable(name: string): TableKeys {
  const keys = keyNames[name];
  if (keys === undefined) throw new Error(`there is no table ${name}`);
  return keys;
}

/** Numbers as their digits, as the functions' own client reads them. */
export function withDigits(item: Item): Item {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, digits(value)]));
}

function digits(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return typeof value[0] === 'string' ? value : value.map(digits);
  if (typeof value !== 'object' || value === null || value instanceof Set || value instanceof Uint8Array)
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, digits(inner)]));
}
