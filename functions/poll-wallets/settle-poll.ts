import type { Problem } from '../operations/problem.ts';
import type { PollDependencies } from './poll-dependencies.ts';
import { nameOf, type PollResult } from './poll-each.ts';
import { settleError } from './settle-error.ts';
import { settleOutcome } from './settle-outcome.ts';

/**
 * What a wallet's poll leaves to be said: counted, logged, and told to operations where the wallet has a problem of its
 * own or is over it. Never throws: one wallet's trouble is not another's.
 * @param shared the problem of the API that all wallets share, told once for all; null where there is none
 */
export async function settlePoll(
  poll: PollResult,
  shared: Problem | null,
  deps: PollDependencies,
): Promise<void> {
  try {
    if (poll.error !== null) await settleError(poll, poll.error, shared, deps);
    else if (poll.outcome !== null) await settleOutcome(poll, poll.outcome, deps);
  } catch (error) {
    deps.log.error('error: what became of a poll could not be noted', {
      ...nameOf(poll),
      error: String(error),
    });
  }
}
