import type { HistoryTable } from '../../state/history-table.ts';
import type { Row } from '../../state/row.ts';

/** Queries the unsettled blocks once a poll. If another worker added valid rows meanwhile, this poll's next save would fail. */
export function askingOnce(history: HistoryTable): HistoryTable {
  let known: Row[] | null = null;
  const own: Pick<HistoryTable, 'rowsAbove' | 'put'> = {
    async rowsAbove(watch, block, upTo) {
      if (upTo !== undefined) return history.rowsAbove(watch, block, upTo);
      known ??= [...(await history.rowsAbove(watch, block))];
      return known;
    },
    async put(watch, batch, rows) {
      await history.put(watch, batch, rows);
      // Without alerts, to save memory: a storm has thousands of rows.
      for (const { alert, turn, outgoing, learnt, ...row } of rows) known?.push({ ...row, batch });
    },
  };
  // By prototype: a ledger in memory is a class.
  return Object.assign(Object.create(history), own);
}
