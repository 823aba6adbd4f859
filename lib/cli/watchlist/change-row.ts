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
  const row = await rows.get(watched);
  const set = new Map<string, unknown>();
  const remove: string[] = [];
  for (const [attribute, text] of assignments) {
    if (text !== null)
      set.set(
        attribute,
        readOption(null, () => storedValue(attribute, text)),
      );
    // Other spellings of the name count too where the row has none of this one.
    const spellings = Object.keys(row).filter((name) => plainName(name) === plainName(attribute));
    remove.push(...spellings.filter((name) => text === null || name !== attribute));
  }
  const kept = Object.entries(row).filter(([name]) => !remove.includes(name));
  const changed: WatchlistRow = {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(set),
    wallet: row.wallet,
    chain: row.chain,
  };
  readOption(null, () => readRow(changed));
  if (set.size + remove.length > 0 && !(await rows.update(row, set, remove)))
    throw new Unfinished('The row was deleted by somebody just now.');
  return changed;
}
