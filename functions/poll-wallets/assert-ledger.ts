import type { DigestAlert } from '../alert/alert.ts';
import type { Advance, Cursor } from '../state/cursor.ts';
import { positionOf } from '../state/place.ts';
import type { NewRow } from '../state/row.ts';
import type { Watch } from '../wallet/watch.ts';

export type LedgerReport = ReturnType<typeof reportOf>;

/** A batch contradicts the stored ledger. The wallet's poll stops, and its state stays as it is. */
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

/** Checks a batch, or a change of the cursor without rows, before it is saved. @throws LedgerBroken */
export function assertLedger(
  watch: Watch,
  cursor: Cursor,
  rows: readonly NewRow[],
  advance: Partial<Advance>,
): void {
  const broken = brokenRule(cursor, rows, { ...cursor, ...advance });
  if (broken !== null) throw new LedgerBroken(reportOf(broken, watch, cursor, rows, advance));
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

const maxRows = 50;

/** The input of `chainbell replay --report`, without strangers' texts. Rows at fault come first, because a large batch is cut. */
function reportOf(
  broken: string,
  { wallet, chain }: Pick<Watch, 'chain'> & { readonly wallet: string },
  cursor: Cursor,
  batch: readonly NewRow[],
  advance: Partial<Advance>,
) {
  const all = batch.map(({ place, status, turn }) => {
    return { position: positionOf(place, cursor.version), status, turn };
  });
  const keysOf = ({ position, turn }: (typeof all)[number]) => [position, ...(turn === null ? [] : [turn])];
  const having = Map.groupBy<string | number, string | number>(all.flatMap(keysOf), (key) => key);
  const isAlone = (row: (typeof all)[number]) => keysOf(row).every((key) => having.get(key)?.length === 1);
  const rows = all.toSorted((a, b) => Number(isAlone(a)) - Number(isAlone(b))).slice(0, maxRows);
  return { broken, wallet, chain: chain.name, cursor, advance, rows };
}

/** Checks the sums of digests against the transfers that they are made of. @throws LedgerBroken */
export function assertDigests(
  watch: Watch,
  cursor: Cursor,
  digests: readonly DigestAlert[],
  transfers: readonly { readonly value: bigint }[],
): void {
  const totals = digests.flatMap(({ digest }) => digest.totals);
  const value = totals.reduce((sum, total) => sum + BigInt(total.value), 0n);
  const counted = digests.reduce((sum, { digest }) => sum + digest.count, 0);
  const summedUp = totals.reduce((sum, { count }) => sum + count, 0);
  const isRight = value === transfers.reduce((sum, one) => sum + one.value, 0n);
  if (isRight && counted === transfers.length && summedUp === transfers.length) return;
  const broken = `Digests would sum up ${counted} of ${transfers.length} transfers, or another amount than theirs.`;
  throw new LedgerBroken(reportOf(broken, watch, cursor, [], {}));
}
