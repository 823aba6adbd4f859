import type { Advance, Cursor } from '../state/cursor.ts';
import type { NewRow } from '../state/ledger-row.ts';
import { positionOf } from '../state/place.ts';

/** A batch contradicts the stored ledger. The wallet's poll stops, and its state stays as it is. */
export class LedgerBroken extends Error {
  override readonly name = 'LedgerBroken';
  constructor(broken: string) {
    super(
      `${broken} This is a mistake of Chainbell. Until the mistake is mended, polls store and publish nothing about this wallet. No transfer is lost: the first poll after that reports them all. Please report the mistake, with the wallet's items from the State and History tables.`,
    );
  }
}

/** Checks a batch, or a change of the cursor without rows, before it is saved. @throws LedgerBroken */
export function assertLedger(cursor: Cursor, rows: readonly NewRow[], advance: Partial<Advance>): void {
  const broken = brokenRule(cursor, rows, { ...cursor, ...advance });
  if (broken !== null) throw new LedgerBroken(broken);
}

function brokenRule(before: Cursor, rows: readonly NewRow[], after: Cursor): string | null {
  if (before.open !== null) return 'A batch would begin while another one is open.';
  const [block, stored] = [after.block ?? -1, before.block ?? -1];
  // A block number that was too high falls back once its transfers were taken back.
  if (block < stored && block < after.newest)
    return `The stored block would fall from ${stored} to ${block}, below a transfer that stands.`;
  if (after.settled < before.settled && before.start !== null)
    return `The settled block would fall from ${before.settled} to ${after.settled}.`;
  if (after.settled > Math.max(block, after.newest))
    return `The settled block ${after.settled} would lie above the stored block ${block}.`;
  const turns = rows.flatMap(({ turn }) => (turn === null ? [] : [turn])).sort((a, b) => a - b);
  if (turns.some((turn, at) => turn !== at))
    return 'Two messages of a batch would have one turn, or a turn would be missing.';
  const positions = new Set(rows.map(({ place }) => positionOf(place, 0)));
  if (positions.size < rows.length) return 'A batch would have two rows of one transfer.';
  return null;
}
