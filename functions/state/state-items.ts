import { chainKey } from '../chain/chains.ts';
import { inBatches } from '../runtime/batches.ts';
import type { Clock } from '../runtime/clock.ts';
import { readBatches } from '../runtime/table-batches.ts';
import type { Table } from '../runtime/table-items.ts';
import { keyOf, type Watch, watchKey } from '../wallet/watch.ts';

/** Items that belong to no wallet have a `wallet` such as `#token 0x1`: no address begins with `#`. */
export interface StateKey {
  readonly wallet: string;
  readonly chain: string;
}

/** Unparsed items by `wallet#chain`, which for a cursor is its watch key. */
export type StateItems = ReadonlyMap<string, Record<string, unknown>>;

/** Strongly consistent; absent items are left out. @param attributes the only ones to read besides the keys */
export type ReadItems = (keys: readonly StateKey[], attributes?: readonly string[]) => Promise<StateItems>;

export function createReadItems(table: Table, clock: Pick<Clock, 'sleep'>): ReadItems {
  return async (keys, attributes) => {
    // Consistent: a stale cursor would publish a batch a second time.
    const request = { ...(attributes && only(attributes)), ConsistentRead: true };
    const plainKeys = keys.map(({ wallet, chain }) => ({ wallet, chain }));
    const undone = 'state items unread';
    const items = await readBatches(table, plainKeys, { undone, clock }, request);
    return new Map(items.map((item) => [keyOf(String(item.wallet), String(item.chain)), item]));
  };
}

function only(attributes: readonly string[]) {
  const names = ['wallet', 'chain', ...attributes];
  return {
    ProjectionExpression: names.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  };
}

/** All states of a hundred thousand wallets at once would take a hundred megabytes. */
const statesAtATime = 5_000;

/** Each watch with these attributes of its item; undefined: it was never polled. */
export async function* readStates(
  watches: readonly Watch[],
  attributes: readonly string[],
  readItems: ReadItems,
): AsyncGenerator<readonly [Watch, Readonly<Record<string, unknown>> | undefined]> {
  for (const some of inBatches(watches, statesAtATime)) {
    const items = await readItems(some.map(stateKey), attributes);
    for (const watch of some) yield [watch, items.get(watchKey(watch))];
  }
}

export function stateKey(watch: Pick<Watch, 'wallet' | 'chain'>): StateKey {
  return { wallet: watch.wallet, chain: chainKey(watch.chain) };
}

export function knownAddressesKey({ wallet, chain }: { wallet: string; chain: Watch['chain'] }): StateKey {
  return { wallet, chain: `${chainKey(chain)}#addresses` };
}
