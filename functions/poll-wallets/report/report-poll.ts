import { metricNames } from '../../runtime/metric-names.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { nameOf, type PollResult } from '../poll-each.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { reportError, type SharedIncident } from './report-error.ts';
import { backlogGrace, recordWalletIncidents } from './wallet-incidents.ts';

async function reportOutcome(
  result: PollResult,
  outcome: PollOutcome,
  deps: PollDependencies,
): Promise<void> {
  const { told, hidden, behind, waitsFor } = outcome;
  if (told > 0) deps.count(metricNames.transfersTold, told);
  if (hidden > 0) deps.count(metricNames.transfersHidden, hidden);
  if (behind) deps.count(metricNames.walletsBehind, 1);
  const reason = oddEntries(outcome);
  if (reason !== null) {
    deps.log.error(`error: ${reason}`, nameOf(result));
    deps.count(metricNames.walletsFailing, 1);
  }
  const troubles = {
    behind: behind
      ? {
          reason: waitsFor ?? 'It has more new transfers than its polls can read in time.',
          grace: backlogGrace,
        }
      : null,
    failing: reason === null ? null : { reason, grace: 0 },
  };
  await recordWalletIncidents(result, troubles, deps);
}

function oddEntries({ unreadable, ahead }: PollOutcome): string | null {
  const [first] = unreadable;
  if (first !== undefined) {
    // Several parts of a read may show the same entry, so equal entries count once. One entry may hold many transfers.
    const least = new Set(unreadable.map((entry) => JSON.stringify(entry))).size;
    return `The API's reply holds at least ${least} transfer(s) that can't be read: ${first.reason}`;
  }
  const [block] = ahead;
  if (block === undefined) return null;
  return `The API's reply gives ${ahead.length} block number(s) that the chain can't have reached: block_number is ${block}. What it holds is reported, and lower blocks are read as before.`;
}

/** Never throws, so that one wallet's failed report does not reach the others. */
export async function reportPoll(
  result: PollResult,
  batch: SharedIncident,
  deps: PollDependencies,
): Promise<void> {
  try {
    if (result.error !== null) await reportError(result, result.error, batch, deps);
    else if (result.outcome !== null) await reportOutcome(result, result.outcome, deps);
  } catch (error) {
    deps.log.error('error: what became of a poll could not be noted', {
      ...nameOf(result),
      error: String(error),
    });
  }
}
