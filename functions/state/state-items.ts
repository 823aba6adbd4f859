import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { chainKey } from '../chain/chains.ts';
import type { Clock } from '../runtime/clock.ts';
import { retryUnprocessed } from '../runtime/dynamodb-writes.ts';
import { keyOf, type Watch } from '../wallet/watch.ts';

/** Items that belong to no wallet have a `wallet` such as `#token 0x1`. */
export interface StateKey {
  readonly wallet: string;
  readonly chain: string;
}

/** Unparsed items by `wallet#chain`, which for a cursor is its watch key. */
export type StateItems = ReadonlyMap<string, Record<string, unknown>>;

/** Strongly consistent; absent items are left out. @param attributes the only ones to read besides the keys */
export type ReadItems = (keys: readonly StateKey[], attributes?: readonly string[]) => Promise<StateItems>;

const keysPerBatch = 100;
const batchesAtATime = 8;

/** @param clock sleeps between retries of unprocessed keys */
export function createReadItems(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  clock: Pick<Clock, 'sleep'>,
): ReadItems {
  return async (keys, attributes) => {
    const projection = attributes === undefined ? {} : only(attributes);
    const items = new Map<string, Record<string, unknown>>();
    const readBatch = async (batch: Record<string, unknown>[]) => {
      // Consistent: a stale cursor would publish a batch a second time.
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
  };
}

function only(attributes: readonly string[]) {
  const names = ['wallet', 'chain', ...attributes];
  return {
    ProjectionExpression: names.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  };
}

export function stateKey(watch: Pick<Watch, 'wallet' | 'chain'>): StateKey {
  return { wallet: watch.wallet, chain: chainKey(watch.chain) };
}

export function knownAddressesKey({
  wallet,
  chain,
}: Pick<StateKey, 'wallet'> & Pick<Watch, 'chain'>): StateKey {
  return { wallet, chain: `${chainKey(chain)}#addresses` };
}
