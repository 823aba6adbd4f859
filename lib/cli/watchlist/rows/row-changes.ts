import type { Address } from '../../../../functions/chain/address.ts';
import { findChain } from '../../../../functions/chain/chains.ts';
import { misspeltAttributes } from '../../../../functions/wallet/misspelt-attributes.ts';
import { readRow } from '../../../../functions/wallet/read-row.ts';
import { understandRow } from '../../../../functions/wallet/read-watchlist.ts';
import { readTokens } from '../../../../functions/wallet/row-values.ts';
import {
  attributesOf,
  plainName,
  RowUnreadable,
  rowAttributes,
  type WatchlistRow,
} from '../../../../functions/wallet/watchlist-row.ts';
import type { WatchedWallet } from '../../frame/watched-wallet.ts';
import { readOption, Unfinished } from '../../unusable.ts';
import { type Assignments, storedValue } from './attributes.ts';
import type { WatchlistRows } from './rows.ts';

/** Returns the changed row. @throws Unusable if the functions could not read it, Unfinished if there is none */
export async function changeRow(rows: WatchlistRows, watched: WatchedWallet, assignments: Assignments) {
  const { row: before } = await rows.get(watched);
  const { row, set, remove } = changed(before, assignments);
  if (set.size + remove.length > 0 && !(await rows.update(before, set, remove)))
    throw new Unfinished('Somebody deleted the row just now.');
  return row;
}

/** @throws Unusable if the functions could not read the changed row */
export function changed(row: WatchlistRow, assignments: Assignments) {
  const set = new Map<string, unknown>();
  const remove: string[] = [];
  const misspelt = misspeltAttributes(row);
  for (const [attribute, text] of assignments) {
    if (text !== null)
      set.set(
        attribute,
        readOption(null, () => storedValue(attribute, text, findChain(row.chain))),
      );
    // Other spellings of a name count if this one is missing.
    const spellings = Object.keys(row).filter((name) => plainName(name) === plainName(attribute));
    remove.push(...spellings.filter((name) => text === null || name !== attribute));
    remove.push(...misspelt.filter(({ meant }) => meant === attribute).map(({ name }) => name));
  }
  const kept = Object.entries(row).filter(([name]) => !remove.includes(name));
  const after: WatchlistRow = {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(set),
    wallet: row.wallet,
    chain: row.chain,
  };
  readOption(null, () => readChanged(after, row, assignments));
  return { row: after, set, remove };
}

function readChanged(after: WatchlistRow, before: WatchlistRow, assignments: Assignments): void {
  try {
    readRow(after);
  } catch (error) {
    if (!(error instanceof RowUnreadable)) throw error;
    const { attribute, message } = error;
    const isOther = rowAttributes.some((name) => name === attribute && !assignments.has(name));
    // The error of a row that is too long names its longest attribute, new or not.
    if (!isOther || 'watch' in understandRow(before)) throw error;
    const said = message.slice(`${attribute}: `.length);
    const more = 'The row has that already: mend it with chainbell set, together with its other faults.';
    throw new RowUnreadable(attribute, `${said} ${more}`);
  }
}

/** Returns the row; null if the wallet has one and `replace` is false. @throws Unusable if the functions could not read it */
export async function addRow(
  rows: WatchlistRows,
  watched: WatchedWallet,
  assignments: Assignments,
  replace: boolean,
): Promise<WatchlistRow | null> {
  const { row } = changed({ wallet: watched.wallet, chain: watched.chain.name }, assignments);
  const there = await rows.find(watched);
  if (there !== null && !replace) return null;
  // Another spelling would be a second row for the same watch.
  const put = { ...row, ...(there === null ? {} : { wallet: there.wallet, chain: there.chain }) };
  return (await rows.put(put, replace)) ? put : null;
}

/** Returns the row as it was; `fate` follows the wallet's name. @throws Unfinished if there is none */
export async function removeRow(rows: WatchlistRows, watched: WatchedWallet) {
  const { row, others } = await rows.get(watched);
  if (!(await rows.remove(row))) throw new Unfinished('Somebody deleted the row just now.');
  const left = `has another row on ${watched.chain.name}, in another spelling: only this row is deleted.`;
  return { row, fate: others.length > 0 ? left : `is no longer watched on ${watched.chain.name}.` };
}

/** Adds a token to the row's `trustTokens`. `isNew` is false if the row had it already. */
export async function trustToken(rows: WatchlistRows, watched: WatchedWallet, token: Address) {
  const { row } = await rows.get(watched);
  const given = attributesOf(row).get('trustTokens');
  const before = readOption(null, () => [...readTokens('trustTokens', given, watched.chain)]);
  if (before.includes(token)) return { row, isNew: false };
  const tokens = [...before, token].join(',');
  return { row: await changeRow(rows, watched, new Map([['trustTokens', tokens]])), isNew: true };
}
