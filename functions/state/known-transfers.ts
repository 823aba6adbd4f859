import type { Cursor } from './cursor.ts';
import type { Row } from './row.ts';

export type KnownTransfers = ReadonlyMap<string, Row>;

/** Each transfer's row of the highest batch, by transfer key. Rows of abandoned batches and of an earlier watch are ignored. */
export function knownTransfers(
  rows: readonly Row[],
  { born, void: abandoned }: Pick<Cursor, 'born' | 'void'>,
): KnownTransfers {
  const isVoid = new Set(abandoned.map(({ batch }) => batch));
  const known = new Map<string, Row>();
  for (const row of rows.toSorted((a, b) => a.batch - b.batch)) {
    if (row.batch < born || isVoid.has(row.batch) || row.status === 'message') continue;
    // The new place is in the batch's other row, which a window of unsettled blocks may not include.
    if (row.status === 'moved' && known.get(row.place.key)?.batch === row.batch) continue;
    known.set(row.place.key, row);
  }
  return known;
}
