import { BatchGetCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../runtime/clock.ts';
import { ifVersionMatches, retryUnprocessed } from '../runtime/dynamodb-writes.ts';
import { keyOf, type Watch, watchKey } from '../wallet/watch.ts';
import { type Cursor, neverPolled, VersionConflict } from './cursor.ts';
import { fromCursorItem, toCursorItem } from './cursor-item.ts';
import {
  fromKnownAddressesItem,
  type KnownAddresses,
  knownAddressesKey,
  nobodyKnown,
  toKnownAddressesItem,
} from './known-addresses.ts';

/** Items of one key pair; other limits keep theirs under `wallet` values that no address can have. */
export interface StateKey {
  readonly wallet: string;
  readonly chain: string;
}

/** Items of the State table as they stand, by `wallet#chain`: for a cursor that is its watch key. */
export type StateItems = ReadonlyMap<string, Record<string, unknown>>;

/** The State table: versioned saves of cursors, and one shared read for a whole batch of them. */
export interface StateTable {
  /**
   * The items of these keys, strongly consistent; absent ones are left out.
   * @param attributes the only ones to read besides the keys; all without it
   */
  readItems(keys: readonly StateKey[], attributes?: readonly string[]): Promise<StateItems>;
  /**
   * Saves the cursor if nobody else did since it was read, and gives it back with its new version.
   * @throws VersionConflict
   */
  save(watch: Watch, cursor: Cursor): Promise<Cursor>;
  readAddresses(watch: Watch): Promise<KnownAddresses>;
  /** Nothing where a batch at least as new was folded in already. */
  saveAddresses(watch: Watch, known: KnownAddresses): Promise<void>;
}

const keysPerBatch = 100;
const batchesAtATime = 8;

/** @param clock its sleep is waited for before what DynamoDB left unprocessed is asked for again */
export function createStateTable(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  clock: Clock,
): StateTable {
  async function readItems(keys: readonly StateKey[], attributes?: readonly string[]): Promise<StateItems> {
    const projection = attributes === undefined ? {} : only(attributes);
    const items = new Map<string, Record<string, unknown>>();
    const readBatch = async (batch: Record<string, unknown>[]) => {
      // Consistent: by an older cursor a batch would be published a second time.
      const request = { ...projection, Keys: batch, ConsistentRead: true };
      const reply = await dynamodb.send(new BatchGetCommand({ RequestItems: { [TableName]: request } }));
      for (const item of reply.Responses?.[TableName] ?? []) items.set(keyOf(item.wallet, item.chain), item);
      return reply.UnprocessedKeys?.[TableName]?.Keys;
    };
    const plainKeys = keys.map(({ wallet, chain }) => ({ wallet, chain }));
    await retryUnprocessed(plainKeys, readBatch, {
      perBatch: keysPerBatch,
      atATime: batchesAtATime,
      left: 'state items unread',
      sleep: (milliseconds) => clock.sleep(milliseconds),
    });
    return items;
  }
  return {
    readItems,
    async save(watch, cursor) {
      const saved = nextVersion(cursor, clock.now());
      const put = new PutCommand({
        TableName,
        Item: { ...stateKey(watch), ...toCursorItem(saved) },
        ConditionExpression: cursor.version === 0 ? 'attribute_not_exists(version)' : 'version = :read',
        ...(cursor.version === 0 ? {} : { ExpressionAttributeValues: { ':read': cursor.version } }),
      });
      const won = await ifVersionMatches(dynamodb.send(put));
      if (won === null)
        throw new VersionConflict(`Another worker saved ${watch.wallet} on ${watch.chain.name} first.`);
      return saved;
    },
    async readAddresses(watch) {
      const [item] = (await readItems([knownAddressesKey(watch)])).values();
      return item === undefined ? nobodyKnown : fromKnownAddressesItem(item, clock.now());
    },
    async saveAddresses(watch, known) {
      const put = new PutCommand({
        TableName,
        Item: { ...knownAddressesKey(watch), ...toKnownAddressesItem(known) },
        ConditionExpression: 'attribute_not_exists(version) OR version < :batch',
        ExpressionAttributeValues: { ':batch': known.version },
      });
      await ifVersionMatches(dynamodb.send(put));
    },
  };
}

/**
 * The cursor with the version of its next save. The first one is the time, so that no batch number comes twice when a watch is
 * deleted and put again.
 */
export function nextVersion(cursor: Cursor, now: number): Cursor {
  const version = cursor.version === 0 ? now : cursor.version + 1;
  const { born, open } = cursor;
  // A batch that begins with this save has its version for a number: so no two workers have the same one.
  const batch = open === null || open.batch > 0 ? open : { ...open, batch: version };
  return { ...cursor, version, born: born === 0 ? version : born, open: batch };
}

/** `start` is one of DynamoDB's reserved words, as many are. */
function only(attributes: readonly string[]) {
  const names = ['wallet', 'chain', ...attributes];
  return {
    ProjectionExpression: names.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  };
}

export function stateKey(watch: Pick<Watch, 'wallet' | 'chain'>): StateKey {
  return { wallet: watch.wallet, chain: watch.chain.id };
}

/** One watch's cursor out of a read for many; one without an item was never polled. */
export function findCursor(watch: Watch, items: StateItems, now: number): Cursor {
  const item = items.get(watchKey(watch));
  return item === undefined ? neverPolled : fromCursorItem(item, now);
}
