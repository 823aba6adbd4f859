import type { EpochMilliseconds } from '../chain/units.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Table } from '../runtime/table-items.ts';
import { type Watch, watchKey } from '../wallet/watch.ts';
import { type Cursor, fromCursorItem, neverPolled, VersionConflict } from './cursor.ts';
import {
  fromKnownAddressesItem,
  type KnownAddresses,
  nobodyKnown,
  toKnownAddressesItem,
} from './known-addresses.ts';
import { createReadItems, knownAddressesKey, type StateItems, stateKey } from './state-items.ts';

export type StateTable = ReturnType<typeof createStateTable>;

export function createStateTable(table: Table, clock: Clock) {
  const readItems = createReadItems(table, clock);
  return {
    readItems,
    /** Returns the cursor with its new version. @throws VersionConflict */
    async save(watch: Watch, cursor: Cursor): Promise<Cursor> {
      const saved = nextVersion(cursor, clock.now());
      const { version } = cursor;
      const unchanged =
        version === 0
          ? { if: 'attribute_not_exists(version)' }
          : { if: 'version = :read', values: { read: version } };
      const won = await table.put({ ...stateKey(watch), ...saved }, unchanged);
      if (!won)
        throw new VersionConflict(`Another worker saved ${watch.wallet} on ${watch.chain.name} first.`);
      return saved;
    },
    async readAddresses(watch: Watch): Promise<KnownAddresses> {
      const [item] = (await readItems([knownAddressesKey(watch)])).values();
      return item === undefined ? nobodyKnown : fromKnownAddressesItem(item, clock.now());
    },
    /** Does nothing if the stored item includes this batch already. */
    async saveAddresses(watch: Watch, known: KnownAddresses): Promise<void> {
      await table.put(
        { ...knownAddressesKey(watch), ...toKnownAddressesItem(known) },
        { if: 'attribute_not_exists(version) OR version < :batch', values: { batch: known.version } },
      );
    },
  };
}

export async function readCursor(
  watch: Watch,
  { states, clock }: { readonly states: Pick<StateTable, 'readItems'>; readonly clock: Pick<Clock, 'now'> },
): Promise<Cursor> {
  return findCursor(watch, await states.readItems([stateKey(watch)]), clock.now());
}

const maxTries = 3;

/** Saves a change on top of other workers' saves. @param change null: nothing to save @throws VersionConflict after three tries */
export async function saveOver(
  watch: Watch,
  before: Cursor,
  change: (stored: Cursor) => Cursor | null,
  deps: { readonly states: Pick<StateTable, 'readItems' | 'save'>; readonly clock: Pick<Clock, 'now'> },
): Promise<Cursor> {
  let stored = before;
  for (let tries = 1; ; tries += 1) {
    const next = change(stored);
    if (next === null) return stored;
    try {
      return await deps.states.save(watch, next);
    } catch (error) {
      if (!(error instanceof VersionConflict) || tries === maxTries) throw error;
    }
    stored = await readCursor(watch, deps);
  }
}

/** The first version is the time, so that a watch deleted and added again never repeats a batch number. */
export function nextVersion(cursor: Cursor, now: EpochMilliseconds): Cursor {
  const version = cursor.version === 0 ? now : cursor.version + 1;
  const { born, open } = cursor;
  // A new batch takes the save's version as its number, so that no two workers share one.
  const batch = open === null || open.batch > 0 ? open : { ...open, batch: version };
  return { ...cursor, version, born: born === 0 ? version : born, open: batch };
}

/** A watch without an item was never polled. */
export function findCursor(watch: Watch, items: StateItems, now: EpochMilliseconds): Cursor {
  const item = items.get(watchKey(watch));
  return item === undefined ? neverPolled : fromCursorItem(item, now);
}
