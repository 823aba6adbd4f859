import { type OpenProblem, type Problem, problemKey } from '../operations/problem.ts';
import type { ProblemLog } from '../operations/problem-log.ts';
import type { Watchlist } from '../wallet/read-watchlist.ts';

/** Far beyond what a person mends one by one; the rest is told when these are mended. */
const mostOnRecord = 500;

const rowTypes = new Set(['row.unreadable', 'row.duplicate']);

/** The problems that rows have: each is told once to operations, and again when it is mended. */
export function rowProblems({
  unreadable,
  duplicates,
}: Pick<Watchlist, 'unreadable' | 'duplicates'>): Problem[] {
  return [
    ...unreadable.map(({ row, error }) => ({
      type: 'row.unreadable' as const,
      wallet: row.wallet,
      chain: row.chain,
      reason: error.message,
      whatToDo: `Correct "${error.attribute}" in this row of the Watchlist table. The row is not polled until then.`,
    })),
    ...duplicates.map(({ row, standsIn }) => ({
      type: 'row.duplicate' as const,
      wallet: row.wallet,
      chain: row.chain,
      reason: `The row "${standsIn.wallet}", "${standsIn.chain}" watches the same wallet and decides.`,
      whatToDo: 'Delete one of the two rows.',
    })),
  ];
}

/** Brings the record in line with the rows of this tick. */
export async function recordRowProblems(
  watchlist: Watchlist,
  open: readonly OpenProblem[],
  problems: ProblemLog,
): Promise<void> {
  const current = rowProblems(watchlist).slice(0, mostOnRecord);
  const keys = new Set(current.map(problemKey));
  await problems.begin(current, open);
  await problems.end(open.filter(({ key, type }) => rowTypes.has(type) && !keys.has(key)));
}
