import { metricNames } from '../../runtime/metric-names.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { nameOf, type PollResult } from '../poll-each.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { reportError, type SharedIncident } from './report-error.ts';
import { backlogGrace, recordWalletIncidents } from './wallet-incidents.ts';

/** What an outcome leaves to be said: what was told and hidden is counted, what could not be read or reached is noted. */
async function reportOutcome(
  poll: PollResult,
  { told, hidden, behind, unreadable }: PollOutcome,
  deps: PollDependencies,
): Promise<void> {
  if (told > 0) deps.count(metricNames.transfersTold, told);
  if (hidden > 0) deps.count(metricNames.transfersHidden, hidden);
  if (behind) deps.count(metricNames.walletsBehind, 1);
  const [first] = unreadable;
  const reason = `The API's reply holds ${unreadable.length} transfer(s) that can't be read: ${first?.reason}`;
  if (first !== undefined) {
    deps.log.error(`error: ${reason}`, nameOf(poll));
    deps.count(metricNames.walletsFailing, 1);
  }
  const troubles = {
    behind: behind
      ? { reason: 'It has more new transfers than its polls can read in time.', grace: backlogGrace }
      : null,
    failing: first === undefined ? null : { reason, grace: 0 },
  };
  await recordWalletIncidents(poll, troubles, deps);
}

/**
 * What a wallet's poll leaves to be said: counted, logged, and published to operations where the wallet has an incident of
 * its own or is over it. Never throws: one wallet's trouble is not another's.
 */
export async function reportPoll(
  poll: PollResult,
  batch: SharedIncident,
  deps: PollDependencies,
): Promise<void> {
  try {
    if (poll.error !== null) await reportError(poll, poll.error, batch, deps);
    else if (poll.outcome !== null) await reportOutcome(poll, poll.outcome, deps);
  } catch (error) {
    deps.log.error('error: what became of a poll could not be noted', {
      ...nameOf(poll),
      error: String(error),
    });
  }
}
