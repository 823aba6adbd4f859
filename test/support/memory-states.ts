import { type Cursor, VersionConflict } from '../../functions/state/cursor.ts';
import {
  fromKnownAddressesItem,
  type KnownAddresses,
  nobodyKnown,
  toKnownAddressesItem,
} from '../../functions/state/known-addresses.ts';
import { knownAddressesKey, type StateItems, stateKey } from '../../functions/state/state-items.ts';
import { findCursor, nextVersion, type StateTable } from '../../functions/state/state-table.ts';
import { keyOf, type Watch, watchKey } from '../../functions/wallet/watch.ts';

/** The State table in memory, with the same items and the same conditional saves. */
export class MemoryStates implements StateTable {
  readonly items = new Map<string, Record<string, unknown>>();
  saves = 0;
  private readonly now: () => number;

  constructor(now: () => number = () => 1) {
    this.now = now;
  }

  async readItems(keys: Parameters<StateTable['readItems']>[0]): Promise<StateItems> {
    const asked = new Set(keys.map(({ wallet, chain }) => keyOf(wallet, chain)));
    return new Map([...this.items].filter(([key]) => asked.has(key)));
  }

  async save(watch: Watch, cursor: Cursor): Promise<Cursor> {
    const stored = this.items.get(watchKey(watch));
    if ((stored?.version ?? 0) !== cursor.version) throw new VersionConflict('another worker saved first');
    const saved = nextVersion(cursor, this.now());
    this.items.set(watchKey(watch), structuredClone({ ...stateKey(watch), ...saved }));
    this.saves += 1;
    return saved;
  }

  async readAddresses(watch: Watch): Promise<KnownAddresses> {
    const { wallet, chain } = knownAddressesKey(watch);
    const item = this.items.get(keyOf(wallet, chain));
    return item === undefined ? nobodyKnown : fromKnownAddressesItem(item, this.now());
  }

  async saveAddresses(watch: Watch, known: KnownAddresses): Promise<void> {
    const { wallet, chain } = knownAddressesKey(watch);
    const stored = this.items.get(keyOf(wallet, chain));
    if (Number(stored?.version ?? 0) >= known.version) return;
    this.items.set(keyOf(wallet, chain), { wallet, chain, ...toKnownAddressesItem(known) });
  }

  stateOf(watch: Watch, now = 0): Cursor {
    return findCursor(watch, this.items, now);
  }
}
