import { findChain } from '../../../functions/chain/chains.ts';
import { readRow } from '../../../functions/wallet/read-row.ts';
import { plainName, type WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import type { WatchedWallet } from '../frame/watched-wallet.ts';
import { readOption } from '../parse-options.ts';
import { Unfinished } from '../unusable.ts';
import { type Assignments, storedValue } from './attributes.ts';
import type { WatchlistRows } from './rows.ts';

/**
 * Changes the named attributes of a row, and no other.
 * @returns the row as it is then
 * @throws Unusable where the functions could not read it after that, Unfinished where there is no such row
 */
export async function changeRow(
  rows: WatchlistRows,
  watched: WatchedWallet,
  assignments: Assignments,
): Promise<WatchlistRow> {
  const before = await rows.get(watched);
  const { row, set, remove } = changed(before, assignments);
  if (set.size + remove.length > 0 && !(await rows.update(before, set, remove)))
    throw new Unfinished('The row was deleted by somebody just now.');
  return row;
}

/** What becomes of a row. */
export interface ChangedRow {
  readonly row: WatchlistRow;
  readonly set: ReadonlyMap<string, unknown>;
  readonly remove: readonly string[];
}

/** @throws Unusable where the functions could not read the row after that */
export function changed(row: WatchlistRow, assignments: Assignments): ChangedRow {
  const set = new Map<string, unknown>();
  const remove: string[] = [];
  for (const [attribute, text] of assignments) {
    if (text !== null)
      set.set(
        attribute,
        readOption(null, () => storedValue(attribute, text, findChain(row.chain))),
      );
    // Other spellings of the name count too where the row has none of this one.
    const spellings = Object.keys(row).filter((name) => plainName(name) === plainName(attribute));
    remove.push(...spellings.filter((name) => text === null || name !== attribute));
  }
  const kept = Object.entries(row).filter(([name]) => !remove.includes(name));
  const after: WatchlistRow = {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(set),
    wallet: row.wallet,
    chain: row.chain,
  };
  readOption(null, () => readRow(after));
  return { row: after, set, remove };
}
