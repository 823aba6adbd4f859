import type { Cursor } from './cursor.ts';
import type { Row } from './row.ts';

/** The last row that counts of each transfer, by transfer key. */
export type KnownTransfers = ReadonlyMap<string, Row>;

/**
 * What rows say. Of the rows of one place the highest batch counts, and of a transfer's places too; rows of an abandoned batch
 * and those of an earlier watch count for nothing.
 */
export function knownTransfers(
  rows: readonly Row[],
  { born, void: abandoned }: Pick<Cursor, 'born' | 'void'>,
): KnownTransfers {
  const isVoid = new Set(abandoned.map(({ batch }) => batch));
  const known = new Map<string, Row>();
  for (const row of rows.toSorted((a, b) => a.batch - b.batch)) {
    if (row.batch < born || isVoid.has(row.batch) || row.status === 'message') continue;
    // The row of the same batch says where it stands. That one may be settled, and no longer among these.
    if (row.status === 'moved' && known.get(row.place.key)?.batch === row.batch) continue;
    known.set(row.place.key, row);
  }
  return known;
}
