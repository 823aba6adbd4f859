import type { OpenProblem } from '../operations/problem.ts';
import type { ProblemLog } from '../operations/problem-log.ts';

/** Tells operations when the plan's calls a day begin to stretch the poll intervals, and when they no longer do. */
export async function recordStretch(
  stretch: number,
  open: readonly OpenProblem[],
  problems: ProblemLog,
): Promise<void> {
  const type = 'polling.stretched';
  if (stretch > 1) {
    const reason = `All wallets together need more calls than callsPerDay allows: intervals are ${stretch.toFixed(2)} times as long.`;
    const whatToDo =
      'Nothing is lost, alerts come later. Raise the plan and callsPerDay, watch fewer wallets, or poll less often.';
    await problems.begin([{ type, wallet: null, chain: null, reason, whatToDo }], open);
  } else {
    await problems.end(open.filter((problem) => problem.type === type));
  }
}
