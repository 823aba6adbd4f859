import { type Incident, onRecordOnly } from '../../incidents/incident.ts';
import { TickEnded } from '../../rate/tick-limiter.ts';
import { metricNames } from '../../runtime/metric-names.ts';
import { VersionConflict } from '../../state/cursor.ts';
import {
  BadRequest,
  DayKept,
  KeyRefused,
  NoSlot,
  NoSuchEndpoint,
  PlanExhausted,
  RateLimited,
  UnreadableReply,
  UpstreamUnavailable,
} from '../../transfer/source-errors.ts';
import { LedgerBroken } from '../assert-ledger.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { nameOf, type PollResult } from '../poll-each.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { LeftToOtherWorker } from '../save/open-batch.ts';
import { AlertsRefused } from '../save/publish.ts';
import { backlogGrace, type WalletTroubles } from './wallet-incidents.ts';

type ReportDependencies = Pick<PollDependencies, 'count' | 'log'>;

function reportOutcome(result: PollResult, outcome: PollOutcome, deps: ReportDependencies): WalletTroubles {
  const { told, hidden, behind, waitsFor } = outcome;
  if (told > 0) deps.count(metricNames.transfersTold, told);
  if (hidden > 0) deps.count(metricNames.transfersHidden, hidden);
  if (behind) deps.count(metricNames.walletsBehind, 1);
  const reason = oddEntries(outcome);
  if (reason !== null) {
    deps.log.error(`error: ${reason}`, nameOf(result));
    deps.count(metricNames.walletsFailing, 1);
  }
  const late = waitsFor ?? 'It has more new transfers than its polls can read in time.';
  return {
    behind: behind ? { reason: late, grace: backlogGrace } : null,
    failing: reason === null ? null : { reason, grace: 0 },
  };
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

/** Counts and logs a poll's result. @returns the troubles that operations may have to hear of */
export function reportPoll(
  result: PollResult,
  batch: SharedIncident,
  deps: ReportDependencies,
): WalletTroubles {
  if (result.error !== null) return reportError(result, result.error, batch, deps);
  return result.outcome === null ? {} : reportOutcome(result, result.outcome, deps);
}

/** Milliseconds after which operations hear of an outage. */
const outageGrace = 900_000;

/** Errors that are not the wallet's own: another worker did the work, or a later tick does. */
const passing = [
  { of: VersionConflict, level: 'info', counts: null },
  { of: LeftToOtherWorker, level: 'info', counts: null },
  { of: RateLimited, level: 'warn', counts: null },
  { of: NoSlot, level: 'warn', counts: metricNames.pollsSkipped },
  { of: TickEnded, level: 'info', counts: null },
  { of: KeyRefused, level: 'error', counts: metricNames.pollsBlocked },
  { of: PlanExhausted, level: 'error', counts: metricNames.pollsBlocked },
] as const;

export interface SharedIncident {
  /** The incident of the API that all wallets share; null: none. */
  readonly shared: Incident | null;
  readonly alone: boolean;
}

function reportError(
  result: PollResult,
  error: Error,
  batch: SharedIncident,
  deps: ReportDependencies,
): WalletTroubles {
  const known = passing.find(({ of }) => error instanceof of);
  if (known === undefined) return reportFailure(result, error, batch, deps);
  const { level, counts } = known;
  if (level === 'error') deps.log.error(`error: ${error.message}`, nameOf(result));
  else deps.log[level](error.message, nameOf(result));
  // A 429 passes by the next tick; a refused key or a used-up plan needs a person, even if another message reports it.
  const { cause } = error;
  const needsPerson = cause instanceof KeyRefused || cause instanceof PlanExhausted;
  if (error instanceof TickEnded && needsPerson) deps.count(metricNames.pollsBlocked, 1);
  else if (counts !== null) deps.count(counts, 1);
  return error instanceof DayKept ? { behind: { reason: error.message, grace: backlogGrace } } : {};
}

/** Any other error is the wallet's own, unless all wallets share it. */
function reportFailure(
  result: PollResult,
  error: Error,
  { shared, alone }: SharedIncident,
  deps: ReportDependencies,
): WalletTroubles {
  const isBroken = error instanceof LedgerBroken;
  deps.log.error(`error: ${error.message}`, {
    ...nameOf(result),
    name: error.name,
    cause: error.cause instanceof Error ? error.cause.message : undefined,
    ...(isBroken && { report: error.report }),
  });
  // Out of time: the next poll publishes the rest before it reads anything new.
  if (error instanceof AlertsRefused && error.cause === null)
    return { behind: { reason: error.message, grace: backlogGrace } };
  if (shared !== null && isApiFault(error)) {
    // If other wallets are answered meanwhile, the fault becomes this wallet's own, from its first poll on.
    return alone ? { failing: { reason: error.message, grace: onRecordOnly } } : {};
  }
  deps.count(metricNames.walletsFailing, 1);
  const needsHand = isBroken || error instanceof BadRequest || error instanceof UnreadableReply;
  return { failing: { reason: error.message, grace: needsHand ? 0 : outageGrace } };
}

/** A request that the API refuses is the wallet's own problem, such as a chain that the API no longer serves. */
export function isApiFault(error: Error): boolean {
  return [UpstreamUnavailable, UnreadableReply, NoSuchEndpoint].some((kind) => error instanceof kind);
}
