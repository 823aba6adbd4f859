import { apiProblem } from '../poll-wallets/api-problems.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';
import type { OutgoingMessage } from './poll-queue.ts';

/**
 * The messages whose polls the day's budget still holds, one call taken out of it for each poll. Further calls (pages,
 * repeats, coins) are paid for where they are made.
 */
export async function paidFor(
  messages: readonly OutgoingMessage[],
  { budget, problems, callsPerDay }: DispatchDependencies,
): Promise<readonly OutgoingMessage[]> {
  const paid: OutgoingMessage[] = [];
  for (const message of messages) {
    if (await budget.claim(message.polls)) paid.push(message);
  }
  // As long as some polls are paid for, their answers would end the problem in the same tick.
  if (messages.length > 0 && paid.length === 0) {
    const reason = `The ${callsPerDay} calls of today (setting callsPerDay) are used up; polling goes on at midnight UTC.`;
    await problems.begin([apiProblem('plan.exhausted', reason)], await problems.list());
  }
  return paid;
}
