import type { DigestAlert } from '../alert/alert.ts';
import type { Advance, Cursor } from '../state/cursor.ts';
import { positionOf } from '../state/place.ts';
import type { NewRow } from '../state/row.ts';
import type { Watch } from '../wallet/watch.ts';

/** The input of `chainbell replay --report`, without texts that strangers write. */
export interface LedgerReport {
  readonly broken: string;
  readonly wallet: string;
  readonly chain: string;
  readonly cursor: Cursor;
  readonly advance: Partial<Advance>;
  /** At most fifty unwritten rows, first those that share their place or turn with another. */
  readonly rows: readonly {
    readonly position: string;
    readonly status: string;
    readonly turn: number | null;
  }[];
}

/** A batch contradicts what is stored. The wallet's poll stops, and its state stays as it is. */
export class LedgerBroken extends Error {
  override readonly name = 'LedgerBroken';
  readonly report: LedgerReport;
  constructor(report: LedgerReport) {
    super(
      `${report.broken} This is a mistake of Chainbell. Nothing is stored or published of this wallet until it is mended, and nothing is lost: report it with the line of the poll function's log that has "report".`,
    );
    this.report = report;
  }
}

const maxRows = 50;

/**
 * Checks a batch, or a change of the cursor without rows, before it is saved.
 * @throws LedgerBroken
 */
export function assertLedger(
  { wallet, chain }: Watch,
  cursor: Cursor,
  rows: readonly NewRow[],
  then: Partial<Advance>,
): void {
  const broken = brokenRule(cursor, rows, { ...cursor, ...then });
  if (broken === null) return;
  const shown = sharedFirst(rows, cursor)
    .slice(0, maxRows)
    .map(({ place, status, turn }) => {
      return { position: positionOf(place, cursor.version), status, turn };
    });
  throw new LedgerBroken({ broken, wallet, chain: chain.name, cursor, advance: then, rows: shown });
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

/** A report shows only some rows of a large batch: the rows at fault come first. */
function sharedFirst(rows: readonly NewRow[], { version }: Cursor): NewRow[] {
  const keysOf = ({ place, turn }: NewRow) => [positionOf(place, version), ...(turn === null ? [] : [turn])];
  const seen = new Set<string | number>();
  const shared = new Set<string | number>();
  for (const key of rows.flatMap(keysOf)) (seen.has(key) ? shared : seen).add(key);
  const isShared = (row: NewRow) => keysOf(row).some((key) => shared.has(key));
  return [...rows.filter(isShared), ...rows.filter((row) => !isShared(row))];
}

/** Checks the sums of digests against the transfers that they are made of. @throws LedgerBroken */
export function assertDigests(
  { wallet, chain }: Watch,
  cursor: Cursor,
  digests: readonly DigestAlert[],
  transfers: readonly { readonly value: bigint }[],
): void {
  const totals = digests.flatMap(({ digest }) => digest.totals);
  const counted = [
    digests.reduce((sum, { digest }) => sum + digest.count, 0),
    totals.reduce((sum, { count }) => sum + count, 0),
  ];
  const value = totals.reduce((sum, total) => sum + BigInt(total.value), 0n);
  const isRight = value === transfers.reduce((sum, one) => sum + one.value, 0n);
  if (isRight && counted.every((count) => count === transfers.length)) return;
  const broken = `Digests would sum up ${counted[0]} of ${transfers.length} transfers, or another amount than theirs.`;
  throw new LedgerBroken({ broken, wallet, chain: chain.name, cursor, advance: {}, rows: [] });
}
