import { BatchGetCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../runtime/clock.ts';
import { ifVersionMatches, retryUnprocessed } from '../runtime/dynamodb-writes.ts';
import { keyOf, type Watch, watchKey } from '../wallet/watch.ts';
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

/** One watch's state out of a read for many; one without an item was never polled. */
export function findState(watch: Watch, items: StateItems, now: number): WalletState {
  const item = items.get(watchKey(watch));
  return item === undefined ? neverPolled : fromStateItem(item, now);
}
