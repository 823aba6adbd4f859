import { BatchGetCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../runtime/clock.ts';
import { ifVersionMatches, retryUnprocessed } from '../runtime/dynamodb-writes.ts';
import { formerWatchKey, keyOf, type Watch, watchKey } from '../wallet/watch.ts';
import { createOverflow, type Overflow } from './overflow.ts';
import { spillSeen } from './seen-pages.ts';
import { fromStateItem, toStateItem } from './state-item.ts';
import { neverPolled, VersionConflict, type WalletState } from './wallet-state.ts';

/** Items of one key pair; other limits keep theirs under `wallet` values that no address can have. */
export interface StateKey {
  readonly wallet: string;
  readonly chain: string;
}

/** Items of the State table as they stand, by `wallet#chain`: for a wallet's state that is its watch key. */
export type StateItems = ReadonlyMap<string, Record<string, unknown>>;

/** The State table: versioned saves of wallets, and one shared read for a whole batch of them. */
export interface StateTable {
  /**
   * The items of these keys, strongly consistent; absent ones are left out.
   * @param attributes the only ones to read besides the keys; all without it
   */
  readItems(keys: readonly StateKey[], attributes?: readonly string[]): Promise<StateItems>;
  /** Saves the state if nobody else did since it was read, and gives it back with its new version. @throws VersionConflict */
  save(watch: Watch, state: WalletState): Promise<WalletState>;
  /** What this wallet's item has no room for. */
  overflow(watch: Watch): Overflow;
}

const keysPerBatch = 100;
const batchesAtATime = 8;

/** @param clock its sleep is waited for before what DynamoDB left unprocessed is asked for again */
export function createStateTable(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
  clock: Clock,
): StateTable {
  const sleep = (milliseconds: number) => clock.sleep(milliseconds);
  const overflowOf = (watch: Watch) => createOverflow(dynamodb, tableName, stateKey(watch), clock);
  return {
    overflow: overflowOf,
    async readItems(keys, attributes) {
      const projection = attributes === undefined ? {} : only(attributes);
      const items = new Map<string, Record<string, unknown>>();
      const readBatch = async (batch: Record<string, unknown>[]) => {
        // Consistent, for a stale outbox would be published a second time.
        const request = { ...projection, Keys: batch, ConsistentRead: true };
        const reply = await dynamodb.send(new BatchGetCommand({ RequestItems: { [tableName]: request } }));
        for (const item of reply.Responses?.[tableName] ?? [])
          items.set(keyOf(item.wallet, item.chain), item);
        return reply.UnprocessedKeys?.[tableName]?.Keys;
      };
      const plainKeys = keys.map(({ wallet, chain }) => ({ wallet, chain }));
      await retryUnprocessed(plainKeys, readBatch, {
        perBatch: keysPerBatch,
        atATime: batchesAtATime,
        left: 'state items unread',
        sleep,
      });
      return items;
    },
    async save(watch, state) {
      const spilled = await spillSeen(state, overflowOf(watch));
      const saved = { ...spilled, version: state.version + 1 };
      const put = new PutCommand({
        TableName: tableName,
        Item: { ...stateKey(watch), ...toStateItem(saved) },
        ConditionExpression: state.version === 0 ? 'attribute_not_exists(version)' : 'version = :read',
        ...(state.version === 0 ? {} : { ExpressionAttributeValues: { ':read': state.version } }),
      });
      const won = await ifVersionMatches(dynamodb.send(put));
      if (won === null)
        throw new VersionConflict(`Another worker saved ${watch.wallet} on ${watch.chain.name} first.`);
      return saved;
    },
  };
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

/** The item of a watch out of a read for many, where it has one: under its own key, else under its former one. */
export function findItem(watch: Watch, items: StateItems): Record<string, unknown> | undefined {
  return items.get(watchKey(watch)) ?? items.get(formerWatchKey(watch));
}

/**
 * One watch's state out of a read for many; one without an item was never polled. A state under the former key was never
 * saved under its own: its next save makes that item, and loses to another worker's that did.
 */
export function findState(watch: Watch, items: StateItems, now: number): WalletState {
  const item = findItem(watch, items);
  if (item === undefined) return neverPolled;
  const state = fromStateItem(item, now);
  return items.has(watchKey(watch)) ? state : { ...state, version: 0 };
}

/**
 * The items of these watches, and those of other keys along with them. A watch without one may have it under its former
 * key: such are read as well, which costs a second request while a wallet is new or its state was not saved since the update.
 */
export async function readStates(
  watches: readonly Watch[],
  others: readonly StateKey[],
  states: Pick<StateTable, 'readItems'>,
  attributes?: readonly string[],
): Promise<StateItems> {
  const items = await states.readItems([...watches.map(stateKey), ...others], attributes);
  const former = watches
    .filter((watch) => !items.has(watchKey(watch)) && watchKey(watch) !== formerWatchKey(watch))
    .map(({ wallet, chain }) => ({ wallet, chain: chain.name }));
  return former.length === 0 ? items : new Map([...(await states.readItems(former, attributes)), ...items]);
}
