import { apiProblem } from '../operations/api-problems.ts';
import type { OpenProblem } from '../operations/problem.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';

/** Tells operations that the day has no calls left. That it is over shows at the first answer of the next day. */
export async function recordSpentBudget(
  open: readonly OpenProblem[],
  { problems, callsPerDay }: Pick<DispatchDependencies, 'problems' | 'callsPerDay'>,
): Promise<void> {
  const reason = `The ${callsPerDay} calls of today (setting callsPerDay) are used up; polling goes on at midnight UTC.`;
  await problems.begin([apiProblem('plan.exhausted', reason)], open);
}
