import { transferAlertSchema } from '../../../functions/alert/alert.ts';
import { type Cursor, VersionConflict } from '../../../functions/state/cursor.ts';
import type { HistoryTable } from '../../../functions/state/history-table.ts';
import { type KnownAddresses, nobodyKnown } from '../../../functions/state/known-addresses.ts';
import { type BatchRow, isOffChain } from '../../../functions/state/ledger-row.ts';
import { byPlace, positionOf } from '../../../functions/state/place.ts';
import { nextVersion, type StateTable } from '../../../functions/state/state-table.ts';
import { packTransfers, unpackTransfers } from '../../../functions/state/transfer-packs.ts';
import { type Watch, watchKey } from '../../../functions/wallet/watch.ts';

/** A State table with the same versions and conflicts. */
export function statesInMemory(now: () => number): StateTable {
  const cursors = new Map<string, Cursor>();
  const addresses = new Map<string, KnownAddresses>();
  return {
    readItems: async () => new Map(),
    async save(watch, cursor) {
      const version = cursors.get(watchKey(watch))?.version ?? 0;
      if (version !== cursor.version) throw new VersionConflict('another worker saved first');
      const saved = nextVersion(cursor, now());
      cursors.set(watchKey(watch), saved);
      return saved;
    },
    readAddresses: async (watch) => addresses.get(watchKey(watch)) ?? nobodyKnown,
    async saveAddresses(watch, known) {
      if ((addresses.get(watchKey(watch))?.version ?? 0) < known.version)
        addresses.set(watchKey(watch), known);
    },
  };
}

/** A History table, with the rows of each watch by position. */
export function historyInMemory() {
  const rows = new Map<string, Map<string, BatchRow>>();
  const reads = new Map<string, Uint8Array[]>();
  const rowsIn = (watch: Watch) => rows.get(watchKey(watch))?.values().toArray() ?? [];
  const table: HistoryTable = {
    async rowsAbove(watch, block, upTo) {
      const above = rowsIn(watch).filter(({ place }) => place.block > block);
      return upTo === undefined ? above : above.sort(byPlace).slice(0, upTo);
    },
    rowsFrom: async (watch, place) =>
      rowsIn(watch).filter((row) => byPlace(row, { place: { ...place, key: '' } }) >= 0),
    takenBack: async (watch) => rowsIn(watch).filter(({ status }) => isOffChain(status)),
    async put(watch, batch, added) {
      const kept = rows.get(watchKey(watch)) ?? new Map<string, BatchRow>();
      rows.set(watchKey(watch), kept);
      for (const row of added) kept.set(positionOf(row.place, batch), { ...row, batch });
    },
    async rowsOf(watch, which) {
      if (which.from > which.to)
        throw new Error('ValidationException: BETWEEN needs a lower and an upper end.');
      return rowsIn(watch).filter(({ place: { block }, batch, digest }) => {
        const isNamed = 'batch' in which ? batch === which.batch : digest === which.digest;
        return isNamed && block >= which.from && block <= which.to;
      });
    },
    async remove(watch, removed) {
      for (const { place, batch } of removed) rows.get(watchKey(watch))?.delete(positionOf(place, batch));
    },
    async alertAt(watch, position) {
      const { data } = transferAlertSchema.safeParse(rows.get(watchKey(watch))?.get(position)?.alert);
      return data ?? null;
    },
    async hold(watch, read, transfers) {
      const key = `${watchKey(watch)}#${read}`;
      reads.set(key, [...(reads.get(key) ?? []), ...packTransfers(transfers)]);
    },
    held: async (watch, read) => unpackTransfers(reads.get(`${watchKey(watch)}#${read}`) ?? []),
  };
  return { ...table, rows };
}
