import type { Incident, OpenIncident } from '../../incidents/incident.ts';
import { apiIncident, recordApiIncident } from '../../incidents/incident-log.ts';
import type { PollMessage } from '../../queue/poll-message.ts';
import { metricNames } from '../../runtime/metric-names.ts';
import {
  type KeyMissing,
  KeyRefused,
  NoSuchEndpoint,
  PlanExhausted,
  UpstreamUnavailable,
} from '../../transfer/source-errors.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { noteFirstTry, type PollResult, type WatchedCursor } from '../poll-each.ts';
import { isApiFault, reportPoll } from './report-poll.ts';
import { recordWalletIncidents } from './wallet-incidents.ts';

const sameMoment = 60_000;

export async function reportMissingKey(
  { message, whatToDo }: KeyMissing,
  polls: readonly WatchedCursor[],
  { bulk }: PollMessage,
  open: readonly OpenIncident[],
  deps: PollDependencies,
): Promise<void> {
  deps.log.error(`error: ${message} No wallet is polled until it is set.`, { polls: polls.length });
  deps.count(metricNames.pollsBlocked, polls.length);
  const missing = apiIncident('key.missing', message, whatToDo);
  await tellOperations(() => recordApiIncident(missing, false, open, deps), deps);
  for (const { watch, cursor } of polls) await noteFirstTry(watch, cursor, bulk, deps);
}

/** A stale poll is dropped: a later tick polls the wallet again. */
export async function reportTooLate(
  polls: readonly WatchedCursor[],
  { bulk }: PollMessage,
  deps: PollDependencies,
): Promise<void> {
  deps.log.info('polls dropped: they came too late, and a later tick makes them again', {
    polls: polls.length,
  });
  deps.count(metricNames.pollsSkipped, polls.length);
  for (const { watch, cursor } of polls) await noteFirstTry(watch, cursor, bulk, deps);
}

/** Reports the polls to operations. A report that fails is made at a later tick; the polls are not repeated. */
export async function reportBatch(
  results: readonly PollResult[],
  open: readonly OpenIncident[],
  deps: PollDependencies,
): Promise<void> {
  const met = sharedIncident(results);
  const outage = open.find(({ type }) => type === 'api.unavailable') ?? null;
  const shared = isOwnTrouble(results, met, outage) ? null : met;
  const isAnswer = ({ watch, outcome }: PollResult) => outcome !== null && !deps.isReadFromNode(watch.chain);
  const answered = results.some(isAnswer);
  await tellOperations(() => recordApiIncident(shared, answered, open, deps), deps);
  const batch = { shared, alone: results.length === 1 };
  const reports = results.map((result) => ({ ...result, troubles: reportPoll(result, batch, deps) }));
  await tellOperations(() => recordWalletIncidents(reports, deps), deps);
  const contradicted = results.flatMap(({ outcome }) => outcome?.contradicted ?? []);
  await tellOperations(() => deps.tellContradictions(contradicted), deps);
}

async function tellOperations(
  tell: () => Promise<void>,
  { log }: Pick<PollDependencies, 'log'>,
): Promise<void> {
  await tell().catch((error: unknown) =>
    log.error('error: operations could not be told', { error: String(error) }),
  );
}

/**
 * With a single wallet an outage of the API looks like the wallet's own problem. If other wallets were answered since it began,
 * which ended the recorded outage, the problem is the wallet's own.
 */
function isOwnTrouble(
  [only, ...others]: readonly PollResult[],
  met: Incident | null,
  outage: OpenIncident | null,
): boolean {
  if (met?.type !== 'api.unavailable' || only === undefined || others.length > 0) return false;
  const { failing } = only.cursor;
  return failing !== null && (outage === null || outage.since > failing.since + sameMoment);
}

/** The incident of the whole API that these polls met: a refused key, a used-up plan, or no poll answered. Null: none. */
function sharedIncident(results: readonly PollResult[]): Incident | null {
  const errors = results.map(({ error }) => error).filter((error) => error !== null);
  const refused = errors.find((error) => error instanceof KeyRefused);
  if (refused) return apiIncident('key.refused', refused.message, refused.whatToDo);
  const exhausted = errors.find((error) => error instanceof PlanExhausted);
  if (exhausted) return apiIncident('plan.exhausted', exhausted.message);
  const faults = errors.filter(isApiFault);
  const [fault] = faults;
  if (fault === undefined || results.some(({ outcome }) => outcome !== null)) return null;
  if (fault instanceof NoSuchEndpoint) return apiIncident('api.unavailable', fault.message, fault.whatToDo);
  const alone = faults.length === 1 && !(fault instanceof UpstreamUnavailable);
  return alone ? null : apiIncident('api.unavailable', fault.message);
}
