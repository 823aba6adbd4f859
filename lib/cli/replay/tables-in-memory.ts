import { transferAlertSchema } from '../../../functions/alert/alert.ts';
import { type Cursor, VersionConflict } from '../../../functions/state/cursor.ts';
import type { HistoryTable, RowsNamed } from '../../../functions/state/history-table.ts';
import { type KnownAddresses, nobodyKnown } from '../../../functions/state/known-addresses.ts';
import { byPlace, type Place, positionOf } from '../../../functions/state/place.ts';
import { type BatchRow, isOffChain } from '../../../functions/state/row.ts';
import { nextVersion, type StateTable } from '../../../functions/state/state-table.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
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
export class HistoryInMemory implements HistoryTable {
  readonly rows = new Map<string, Map<string, BatchRow>>();
  private readonly reads = new Map<string, Transfer[]>();

  async rowsAbove(watch: Watch, block: number, upTo?: number): Promise<readonly BatchRow[]> {
    const above = this.of(watch).filter(({ place }) => place.block > block);
    return upTo === undefined ? above : above.sort(byPlace).slice(0, upTo);
  }

  async rowsFrom(watch: Watch, place: Place): Promise<readonly BatchRow[]> {
    return this.of(watch).filter((row) => byPlace(row, { place: { ...place, key: '' } }) >= 0);
  }

  async takenBack(watch: Watch): Promise<readonly BatchRow[]> {
    return this.of(watch).filter(({ status }) => isOffChain(status));
  }

  async put(watch: Watch, batch: number, rows: Parameters<HistoryTable['put']>[2]): Promise<void> {
    const kept = this.rows.get(watchKey(watch)) ?? new Map<string, BatchRow>();
    this.rows.set(watchKey(watch), kept);
    for (const row of rows) kept.set(positionOf(row.place, batch), { ...row, batch });
  }

  async rowsOf(watch: Watch, which: RowsNamed): Promise<readonly BatchRow[]> {
    if (which.from > which.to)
      throw new Error('ValidationException: BETWEEN needs a lower and an upper end.');
    const inRange = this.of(watch).filter(({ place: { block } }) => block >= which.from && block <= which.to);
    return inRange.filter((row) =>
      'batch' in which ? row.batch === which.batch : row.digest === which.digest,
    );
  }

  async remove(watch: Watch, rows: readonly BatchRow[]): Promise<void> {
    for (const { place, batch } of rows) this.rows.get(watchKey(watch))?.delete(positionOf(place, batch));
  }

  async alertAt(watch: Watch, position: string): ReturnType<HistoryTable['alertAt']> {
    const alert = transferAlertSchema.safeParse(this.rows.get(watchKey(watch))?.get(position)?.alert);
    return alert.success ? alert.data : null;
  }

  async hold(watch: Watch, read: string, transfers: readonly Transfer[]): Promise<void> {
    const key = `${watchKey(watch)}#${read}`;
    this.reads.set(key, [...(this.reads.get(key) ?? []), ...transfers]);
  }

  async held(watch: Watch, read: string): Promise<readonly Transfer[]> {
    return this.reads.get(`${watchKey(watch)}#${read}`) ?? [];
  }

  private of(watch: Watch): readonly BatchRow[] {
    return this.rows.get(watchKey(watch))?.values().toArray() ?? [];
  }
}
