import type { Cursor } from './cursor.ts';
import type { Row } from './row.ts';

export type KnownTransfers = ReadonlyMap<string, Row>;

/** The rows that count: those of abandoned batches and of an earlier watch do not. */
export function countingRows(
  rows: readonly Row[],
  { born, void: abandoned }: Pick<Cursor, 'born' | 'void'>,
): readonly Row[] {
  const isVoid = new Set(abandoned.map(({ batch }) => batch));
  return rows.filter(({ batch }) => batch >= born && !isVoid.has(batch));
}

/** Each transfer's row of the highest batch, by transfer key. */
export function knownTransfers(rows: readonly Row[], cursor: Pick<Cursor, 'born' | 'void'>): KnownTransfers {
  const known = new Map<string, Row>();
  for (const row of countingRows(rows, cursor).toSorted((a, b) => a.batch - b.batch)) {
    if (row.status === 'message') continue;
    // The new place is in the batch's other row, which a window of unsettled blocks may not include.
    if (row.status === 'moved' && known.get(row.place.key)?.batch === row.batch) continue;
    known.set(row.place.key, row);
  }
  return known;
}
