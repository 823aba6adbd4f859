import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../runtime/clock.ts';
import { retryUnprocessed } from '../runtime/dynamodb-writes.ts';
import { keyOf, type Watch } from '../wallet/watch.ts';

/** Items of one key pair; other limits keep theirs under `wallet` values that no address can have. */
export interface StateKey {
  readonly wallet: string;
  readonly chain: string;
}

/** Items of the State table as they stand, by `wallet#chain`: for a cursor that is its watch key. */
export type StateItems = ReadonlyMap<string, Record<string, unknown>>;

/**
 * The items of these keys, strongly consistent; absent ones are left out.
 * @param attributes the only ones to read besides the keys; all without it
 */
export type ReadItems = (keys: readonly StateKey[], attributes?: readonly string[]) => Promise<StateItems>;

const keysPerBatch = 100;
const batchesAtATime = 8;

/** @param clock its sleep is waited for before what DynamoDB left unprocessed is asked for again */
export function createReadItems(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  clock: Pick<Clock, 'sleep'>,
): ReadItems {
  return async (keys, attributes) => {
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

/** The key of a watch's cursor. */
export function stateKey(watch: Pick<Watch, 'wallet' | 'chain'>): StateKey {
  return { wallet: watch.wallet, chain: watch.chain.id };
}

/** The key of what the poisoning rules know of a watch's addresses: beside its cursor. */
export function knownAddressesKey({
  wallet,
  chain,
}: Pick<StateKey, 'wallet'> & Pick<Watch, 'chain'>): StateKey {
  return { wallet, chain: `${chain.id}#addresses` };
}
