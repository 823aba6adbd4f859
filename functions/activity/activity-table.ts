import {
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  paginateQuery,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { type Address, readAddress } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import type { Clock } from '../runtime/clock.ts';
import { ifVersionMatches, retryUnprocessed } from '../runtime/dynamodb-writes.ts';
import {
  type ChainItems,
  type Find,
  findItem,
  type MarkedPoll,
  markItem,
  ordinaryItem,
  type ShownBlocks,
  shownItem,
} from './activity-items.ts';
import { type ChainRecord, chainRecord, neverScanned } from './chain-record.ts';
import { changedBuckets, emptyRoster, fromBytes, type Roster, toBytes } from './roster.ts';
import { type Mark, owedAt } from './tail.ts';

/** What dispatching keeps of nodes, and what the polls say of it. */
export interface ActivityTable {
  /** One query a tick and chain. */
  load(chain: Chain): Promise<ChainItems>;
  readRoster(chain: Chain): Promise<Roster>;
  writeRoster(chain: Chain, before: Roster, after: Roster): Promise<void>;
  putMarks(chain: Chain, marks: readonly Mark[]): Promise<void>;
  /** Unless it was seen again meanwhile. */
  removeMarks(chain: Chain, marks: readonly Mark[]): Promise<void>;
  /** Remembered for two days, longer than any sweep is apart. @param minute of the tick */
  putShown(chain: Chain, shown: readonly ShownBlocks[], minute: number): Promise<void>;
  readShown(chain: Chain, wallet: Address): Promise<ShownBlocks>;
  setOrdinary(chain: Chain, wallet: Address, until: number): Promise<void>;
  endOrdinary(chain: Chain, wallet: Address, until: number): Promise<void>;
  removeFind(chain: Chain, find: Find): Promise<void>;
  /** Saves the record if nobody else did since it was read; false where somebody did. */
  save(chain: Chain, record: ChainRecord): Promise<boolean>;

  // What polls say:
  /** A poll of that tick succeeded. @param begins it was the wallet's first: its tail begins there */
  acknowledge(chain: Chain, poll: MarkedPoll, begins: boolean): Promise<void>;
  /** A poll is owed to a wallet that has no mark: it stays outstanding until one succeeds, and has no tail. False: it has one by now. */
  owe(chain: Chain, poll: MarkedPoll): Promise<boolean>;
  putFind(chain: Chain, find: Find): Promise<void>;
}

/** Sort keys, in the order in which one query reads them; the roster stands behind them and is read by itself. */
const names = {
  record: 'chain',
  find: 'find ',
  mark: 'hot ',
  ordinary: 'ordinary ',
  roster: 'roster ',
} as const;

/** In place of a wallet: what was shown clears all of them. */
const everyWallet = '*';

const putsPerBatch = 25;
const batchesAtATime = 8;
const shownDays = 2;

export function createActivityTable(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  clock: Clock,
): ActivityTable {
  const partitionOf = (chain: Chain) => `#activity ${chain.id}`;
  const shownOf = (chain: Chain) => `#shown ${chain.id}`;
  const keyOf = (chain: Chain, name: string) => ({ wallet: partitionOf(chain), chain: name });

  async function* query(partition: string, from: string, to: string) {
    const pages = paginateQuery(
      { client: dynamodb },
      {
        TableName,
        KeyConditionExpression: 'wallet = :partition AND chain BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':partition': partition, ':from': from, ':to': to },
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) yield* Items;
  }

  /** Several requests at a time: of an outage's end there may be a hundred thousand. */
  async function putAll(items: readonly Record<string, unknown>[]): Promise<void> {
    const write = async (batch: BatchPuts) => {
      const reply = await dynamodb.send(new BatchWriteCommand({ RequestItems: { [TableName]: batch } }));
      return reply.UnprocessedItems?.[TableName];
    };
    const puts = items.map((Item) => ({ PutRequest: { Item } }));
    await retryUnprocessed(puts, write, {
      perBatch: putsPerBatch,
      atATime: batchesAtATime,
      left: 'marks of active wallets unwritten',
      sleep: (milliseconds: number) => clock.sleep(milliseconds),
    });
  }

  const remove = async (chain: Chain, name: string, field: string, value: unknown) => {
    const command = new DeleteCommand({
      TableName,
      Key: keyOf(chain, name),
      ConditionExpression: '#field = :value',
      ExpressionAttributeNames: { '#field': field },
      ExpressionAttributeValues: { ':value': value },
    });
    await ifVersionMatches(dynamodb.send(command));
  };

  return {
    async load(chain) {
      let record = neverScanned;
      const marks = new Map<Address, Mark>();
      const ordinary = new Map<Address, number>();
      const finds: Find[] = [];
      for await (const item of query(partitionOf(chain), names.record, names.roster)) {
        const name = String(item.chain);
        const wallet = readAddress(name.split(' ')[1]);
        if (name === names.record) record = chainRecord.parse(item);
        else if (wallet === null) continue;
        else if (name.startsWith(names.mark)) marks.set(wallet, { wallet, ...markItem.parse(item) });
        else if (name.startsWith(names.ordinary)) ordinary.set(wallet, ordinaryItem.parse(item).until);
        else if (name.startsWith(names.find)) finds.push({ wallet, ...findItem.parse(item) });
      }
      return { record, marks, ordinary, finds };
    },
    async readRoster(chain) {
      const roster = [...emptyRoster];
      for await (const item of query(partitionOf(chain), names.roster, `${names.roster}~`)) {
        const at = Number(String(item.chain).slice(names.roster.length));
        if (item.prints instanceof Uint8Array) roster[at] = fromBytes(item.prints);
      }
      return roster;
    },
    writeRoster: (chain, before, after) =>
      putAll(
        changedBuckets(before, after).map((at) => ({
          ...keyOf(chain, `${names.roster}${at}`),
          prints: toBytes(after[at] ?? new Set()),
        })),
      ),
    putMarks: (chain, marks) =>
      putAll(marks.map(({ wallet, ...mark }) => ({ ...keyOf(chain, names.mark + wallet), ...mark }))),
    async removeMarks(chain, marks) {
      for (let at = 0; at < marks.length; at += putsPerBatch) {
        const some = marks.slice(at, at + putsPerBatch);
        await Promise.all(
          some.map(({ wallet, stamp }) => remove(chain, names.mark + wallet, 'stamp', stamp)),
        );
      }
    },
    putShown: (chain, shown, minute) =>
      putAll(
        shown.map(({ wallet, spans }) => ({
          wallet: shownOf(chain),
          chain: `${wallet ?? everyWallet} ${minute} ${spans[0]?.[0] ?? 0}`,
          spans,
          expiresAt: Math.floor(clock.now() / 1_000) + shownDays * 86_400,
        })),
      ),
    async readShown(chain, wallet) {
      const spans: (readonly [number, number])[] = [];
      for (const name of [wallet, everyWallet])
        for await (const item of query(shownOf(chain), `${name} `, `${name} ~`))
          spans.push(...shownItem.parse(item).spans);
      return { wallet, spans };
    },
    async setOrdinary(chain, wallet, until) {
      const Item = { ...keyOf(chain, names.ordinary + wallet), until };
      await dynamodb.send(new PutCommand({ TableName, Item }));
    },
    endOrdinary: (chain, wallet, until) => remove(chain, names.ordinary + wallet, 'until', until),
    removeFind: (chain, { wallet, stamp }) => remove(chain, names.find + wallet, 'stamp', stamp),
    async save(chain, record) {
      const put = new PutCommand({
        TableName,
        Item: { ...keyOf(chain, names.record), ...record, saves: record.saves + 1 },
        ConditionExpression: record.saves === 0 ? 'attribute_not_exists(saves)' : 'saves = :read',
        ...(record.saves === 0 ? {} : { ExpressionAttributeValues: { ':read': record.saves } }),
      });
      return (await ifVersionMatches(dynamodb.send(put))) !== null;
    },
    async acknowledge(chain, { wallet, stamp, minute }, begins) {
      const update = new UpdateCommand({
        TableName,
        Key: keyOf(chain, names.mark + wallet),
        UpdateExpression: begins
          ? 'SET polledAt = :minute, activeAt = :minute, sureAt = :minute'
          : 'SET polledAt = :minute',
        // Seen again meanwhile: that is for a poll to come.
        ConditionExpression: 'stamp = :stamp',
        ExpressionAttributeValues: { ':minute': minute, ':stamp': stamp },
      });
      await ifVersionMatches(dynamodb.send(update));
    },
    async owe(chain, { wallet, stamp, minute }) {
      const put = new PutCommand({
        TableName,
        Item: {
          ...keyOf(chain, names.mark + wallet),
          stamp,
          activeAt: owedAt(minute),
          sentAt: null,
          sureAt: owedAt(minute),
          polledAt: null,
          block: 0,
        },
        ConditionExpression: 'attribute_not_exists(stamp)',
      });
      return (await ifVersionMatches(dynamodb.send(put))) !== null;
    },
    async putFind(chain, { wallet, stamp, transfers }) {
      const Item = { ...keyOf(chain, names.find + wallet), stamp, transfers };
      await dynamodb.send(new PutCommand({ TableName, Item }));
    },
  };
}

type BatchPuts = NonNullable<NonNullable<BatchWriteCommand['input']['RequestItems']>[string]>;
