import type { PollDependencies } from './poll-dependencies.ts';
import { nameOf, type PollResult } from './poll-each.ts';
import { type SharedTrouble, settleError } from './settle-error.ts';
import { settleOutcome } from './settle-outcome.ts';

/**
 * What a wallet's poll leaves to be said: counted, logged, and told to operations where the wallet has a problem of its
 * own or is over it. Never throws: one wallet's trouble is not another's.
 */
export async function settlePoll(
  poll: PollResult,
  batch: SharedTrouble,
  deps: PollDependencies,
): Promise<void> {
  try {
    if (poll.error !== null) await settleError(poll, poll.error, batch, deps);
    else if (poll.outcome !== null) await settleOutcome(poll, poll.outcome, deps);
  } catch (error) {
    deps.log.error('error: what became of a poll could not be noted', {
      ...nameOf(poll),
      error: String(error),
    });
  }
}
