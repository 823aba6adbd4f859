import type { Incident } from '../../incidents/incident.ts';
import { TickEnded } from '../../rate/tick-limiter.ts';
import { metricNames } from '../../runtime/metric-names.ts';
import { VersionConflict } from '../../state/cursor.ts';
import {
  BadRequest,
  DayKept,
  KeyMissing,
  KeyRefused,
  NoSlot,
  NoSuchEndpoint,
  PlanExhausted,
  RateLimited,
  type SourceError,
  TurnMissed,
  UnreadableReply,
  UpstreamUnavailable,
} from '../../transfer/source-errors.ts';
import { LedgerBroken } from '../assert-ledger.ts';
import type { PollDependencies } from '../dependencies.ts';
import { logDetails, type PollResult, type WatchedCursor } from '../poll-each.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { AlertsRefused, LeftToOtherWorker } from '../save/open-batch.ts';
import type { SeenIncidents } from './wallet-incidents.ts';

type ReportDependencies = Pick<PollDependencies, 'count' | 'log'>;

interface SharedIncident {
  readonly shared: Incident | null;
  readonly isAlone: boolean;
}

/** Counts and logs a poll's result. @returns the troubles that operations may have to hear of */
export function reportPoll(
  result: PollResult,
  batch: SharedIncident,
  deps: ReportDependencies,
): SeenIncidents {
  if (result.error === null) return reportOutcome(result, result.outcome, deps);
  return reportPassing(result, result.error, deps) ?? reportFailure(result, result.error, batch, deps);
}

/** Milliseconds before operations hear of a wallet that is behind, and of an outage. */
const [backlogGrace, walletOutageGrace] = [300_000, 900_000];
const failing = (reason: string, grace: number) => ({ failing: { reason, grace } });
const behind = (reason: string) => ({ behind: { reason, grace: backlogGrace } });

function reportOutcome(wallet: WatchedCursor, outcome: PollOutcome, deps: ReportDependencies): SeenIncidents {
  const { transfersTold, transfersHidden, walletsBehind } = metricNames;
  if (outcome.told > 0) deps.count(transfersTold, outcome.told);
  if (outcome.hidden > 0) deps.count(transfersHidden, outcome.hidden);
  if (outcome.isBehind) deps.count(walletsBehind, 1);
  const odd = oddEntries(outcome);
  if (odd !== null) deps.log.error(`error: ${odd}`, logDetails(wallet));
  const late = outcome.waitsFor ?? 'It has more new transfers than its polls can read in time.';
  return {
    ...(outcome.isBehind ? behind(late) : { behind: null }),
    ...(odd === null ? { failing: null } : failing(odd, 0)),
  };
}

function oddEntries({ unreadable: [first, ...more] }: PollOutcome): string | null {
  if (first === undefined) return null;
  // Several parts of a read may show the same entry, so equal entries count once. One entry may hold many transfers.
  const least = new Set([first, ...more].map((entry) => JSON.stringify(entry))).size;
  return `The API's reply holds at least ${least} transfer(s) that can't be read: ${first.reason}. All that can be read is reported.`;
}

/** Errors that are not the wallet's own: another worker did the work, or a later tick does. */
const passing = [
  { of: VersionConflict, level: 'info', counts: null },
  { of: LeftToOtherWorker, level: 'info', counts: null },
  { of: RateLimited, level: 'warn', counts: metricNames.pollsSkipped },
  { of: NoSlot, level: 'warn', counts: metricNames.pollsSkipped },
  { of: TickEnded, level: 'info', counts: null },
  // The worker has logged and counted it once for all wallets.
  { of: KeyMissing, level: null, counts: null },
  { of: KeyRefused, level: 'error', counts: metricNames.pollsBlocked },
  { of: PlanExhausted, level: 'error', counts: metricNames.pollsBlocked },
] as const;

const findPassing = (error: unknown) => passing.find(({ of }) => error instanceof of);

/** Null: the error does not pass by itself. */
function reportPassing(wallet: WatchedCursor, error: Error, deps: ReportDependencies): SeenIncidents | null {
  const found = findPassing(error);
  if (found === undefined) return null;
  const { level } = found;
  if (level === 'error') deps.log.error(`error: ${error.message}`, logDetails(wallet));
  else if (level !== null) deps.log[level](error.message, logDetails(wallet));
  // Count the cause of an ended tick too: a refused key or a used-up plan needs a person, even if another message reports it.
  const counts = found.counts ?? (error instanceof TickEnded ? findPassing(error.cause)?.counts : null);
  if (counts) deps.count(counts, 1);
  const mayLast = [DayKept, TurnMissed].some((kind) => error instanceof kind);
  return mayLast ? behind(error.message) : {};
}

/** Any other error is the wallet's own, unless all wallets share it. */
function reportFailure(
  wallet: WatchedCursor,
  error: Error,
  { shared, isAlone }: SharedIncident,
  deps: ReportDependencies,
): SeenIncidents {
  deps.log.error(`error: ${error.message}`, {
    ...logDetails(wallet),
    name: error.name,
    cause: error.cause instanceof Error ? error.cause.message : undefined,
  });
  // Out of time: the next poll publishes the rest before it reads anything new.
  if (error instanceof AlertsRefused && error.cause === null) return behind(error.message);
  // The failure is only recorded. If other wallets' polls succeed later, it is this wallet's own, and began with this poll.
  if (shared !== null && isApiFault(error)) return isAlone ? failing(error.message, Infinity) : {};
  deps.count(metricNames.walletsFailing, 1);
  const needsHand = error instanceof LedgerBroken || error instanceof BadRequest;
  return failing(error.message, needsHand ? 0 : walletOutageGrace);
}

/** A request that the API refuses is the wallet's own problem, such as a chain that the API no longer serves. */
export function isApiFault(error: Error): error is SourceError {
  return [UpstreamUnavailable, UnreadableReply, NoSuchEndpoint, RateLimited].some(
    (kind) => error instanceof kind,
  );
}
