import type { Cursor } from '../../../functions/state/cursor.ts';
import { createStateTable, findCursor } from '../../../functions/state/state-table.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { LaggingTable } from './lagging-table.ts';

/** The State table in memory, with its items by `wallet#chain`. */
export function memoryStates(now: () => number) {
  const { items, opened } = new LaggingTable();
  const table = createStateTable(opened, { now, sleep: async () => {} });
  const states = {
    ...table,
    items,
    /** Number of saved cursors. */
    saves: 0,
    async save(watch: Watch, cursor: Cursor): Promise<Cursor> {
      const saved = await table.save(watch, cursor);
      states.saves += 1;
      return saved;
    },
    stateOf: (watch: Watch, at = 0): Cursor => findCursor(watch, items, at),
  };
  return states;
}
