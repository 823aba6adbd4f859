import { apiProblem } from '../operations/api-problems.ts';
import { metricNames } from '../operations/metric-names.ts';
import type { Problem } from '../operations/problem.ts';
import {
  BadRequest,
  KeyRefused,
  NoTurn,
  PlanExhausted,
  RateLimited,
  UnreadableReply,
  UpstreamUnavailable,
} from '../upstream/errors.ts';
import { RaceLost } from '../wallet/wallet-state.ts';
import { noteTroubles } from './note-troubles.ts';
import type { PollDependencies } from './poll-dependencies.ts';
import type { PollResult } from './poll-each.ts';
import { AlertsRefused, OutboxLeased } from './publish-outbox.ts';
import { TickEnded } from './tick-gate.ts';

/** An outage may pass by itself, and a backlog drains: operations hear of them when they last. */
const outageGrace = 900_000;
const backlogGrace = 300_000;

const checkAddress =
  'If it lasts, the settings baseUrl and apiVersion do not fit the service: correct them (the live one has v2 and v2.2) and deploy again.';

/** The problem of the API as a whole that these polls met; null where it answered, or failed for single wallets only. */
export function problemOf(
  results: readonly PollResult[],
  { howToSet }: Pick<PollDependencies['apiKey'], 'howToSet'>,
): Problem | null {
  const errors = results.map(({ error }) => error);
  const refused = errors.find((error) => error instanceof KeyRefused);
  if (refused) return apiProblem('key.refused', refused.message, howToSet);
  const exhausted = errors.find((error) => error instanceof PlanExhausted);
  if (exhausted) return apiProblem('plan.exhausted', exhausted.message);
  const faults = errors.filter((error) => error !== null).filter(isApiFault);
  const [fault] = faults;
  if (fault === undefined || results.some(({ outcome }) => outcome !== null)) return null;
  if (isNoAddress(fault)) return apiProblem('api.unavailable', fault.message, checkAddress);
  const alone = faults.length === 1 && !(fault instanceof UpstreamUnavailable);
  return alone ? null : apiProblem('api.unavailable', fault.message);
}

/**
 * What a wallet's poll leaves to be said: counted, logged, and told to operations where the wallet has a problem of its
 * own or is over it. Never throws: one wallet's trouble is not another's.
 * @param shared the problem of the API that all wallets share, told once for all; null where there is none
 */
export async function settlePoll(
  result: PollResult,
  shared: Problem | null,
  deps: PollDependencies,
): Promise<void> {
  try {
    if (result.error === null) await settleOutcome(result, deps);
    else await settleError(result, result.error, shared, deps);
  } catch (error) {
    deps.log.error('error: what became of a poll could not be noted', {
      ...named(result),
      error: String(error),
    });
  }
}

async function settleOutcome(result: PollResult, deps: PollDependencies): Promise<void> {
  const { outcome } = result;
  if (outcome === null) return;
  if (outcome.told > 0) deps.count(metricNames.transfersTold, outcome.told);
  if (outcome.hidden > 0) deps.count(metricNames.transfersHidden, outcome.hidden);
  if (outcome.behind) deps.count(metricNames.walletsBehind, 1);
  const [unreadable] = outcome.unreadable;
  const reason = `The API's reply holds ${outcome.unreadable.length} transfer(s) that can't be read: ${unreadable?.reason}`;
  if (unreadable !== undefined) {
    deps.log.error(`error: ${reason}`, named(result));
    deps.count(metricNames.walletsFailing, 1);
  }
  const troubles = {
    behind: outcome.behind
      ? { reason: 'It has more new transfers than its polls can read in time.', grace: backlogGrace }
      : null,
    failing: unreadable === undefined ? null : { reason, grace: 0 },
  };
  await noteTroubles(result, troubles, deps);
}

async function settleError(
  result: PollResult,
  error: Error,
  shared: Problem | null,
  deps: PollDependencies,
): Promise<void> {
  if (error instanceof RaceLost || error instanceof OutboxLeased) {
    deps.log.info(error.message, named(result));
  } else if (error instanceof RateLimited || error instanceof NoTurn) {
    deps.log.warn(error.message, named(result));
    if (error instanceof NoTurn) deps.count(metricNames.pollsSkipped, 1);
  } else if (error instanceof TickEnded) {
    deps.log.info(error.message, named(result));
    // After a 429 the next tick goes on by itself; a key or a plan needs a hand.
    if (shared !== null) deps.count(metricNames.pollsBlocked, 1);
  } else if (error instanceof KeyRefused || error instanceof PlanExhausted) {
    deps.log.error(`error: ${error.message}`, named(result));
    deps.count(metricNames.pollsBlocked, 1);
  } else {
    deps.log.error(`error: ${error.message}`, { ...named(result), name: error.name, cause: causeOf(error) });
    const outOfTime = error instanceof AlertsRefused && error.cause === null;
    if (outOfTime || (shared !== null && isApiFault(error))) return;
    deps.count(metricNames.walletsFailing, 1);
    const needsHand = error instanceof BadRequest || error instanceof UnreadableReply;
    const failing = { reason: error.message, grace: needsHand ? 0 : outageGrace };
    await noteTroubles(result, { failing }, deps);
  }
}

/** 404 answers the path, not the wallet in it: one that was never used has an empty page. */
function isNoAddress(error: Error): boolean {
  return error instanceof BadRequest && error.status === 404;
}

/** A request that the API will not serve is the wallet's trouble, such as a chain that it has given up. */
function isApiFault(error: Error): boolean {
  return error instanceof UpstreamUnavailable || error instanceof UnreadableReply || isNoAddress(error);
}

function causeOf({ cause }: Error): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}

function named({ watch }: PollResult): Record<string, string> {
  return { wallet: watch.wallet, chain: watch.chain.name };
}
