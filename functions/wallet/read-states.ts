import { type StateItems, type StateKey, type StateTable, stateKey } from './state-table.ts';
import type { Watch } from './watch.ts';
import { formerWatchKey, watchKey } from './watch-key.ts';

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
