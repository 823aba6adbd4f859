import type { Incident, OpenIncident } from '../../incidents/incident.ts';
import { apiIncident, recordApiIncident } from '../../incidents/incident-kinds.ts';
import {
  DaySpent,
  KeyMissing,
  KeyRefused,
  PlanExhausted,
  RateLimited,
  UnreadableReply,
} from '../../transfer/source-errors.ts';
import type { PollDependencies } from '../dependencies.ts';
import type { PollResult } from '../poll-each.ts';
import { isApiFault, reportPoll } from './report-poll.ts';
import { recordWalletIncidents } from './wallet-incidents.ts';

/** Reports the polls to operations. A report that fails is made at a later tick; the polls are not repeated. */
export async function reportBatch(
  results: readonly PollResult[],
  open: readonly OpenIncident[],
  deps: PollDependencies,
): Promise<void> {
  const logged = (report: Promise<void>) =>
    report.catch((error: unknown) =>
      deps.log.error('error: operations could not be told', { error: String(error) }),
    );
  const met = incidentOf(results);
  const shared = isOwnTrouble(results, met, open) ? null : met;
  const isAnswer = ({ watch, outcome }: PollResult) => outcome !== null && !deps.isReadFromNode(watch.chain);
  const saysSpent = ({ error }: PollResult) => error instanceof PlanExhausted && !(error instanceof DaySpent);
  const heard = {
    answered: new Set(results.filter(isAnswer).map(chainOf)),
    takesKey: results.some(saysSpent),
  };
  await logged(recordApiIncident(shared, heard, open, deps));
  const batch = { shared, isAlone: results.length === 1 };
  const reports = results.map((result) => ({ ...result, seenIncidents: reportPoll(result, batch, deps) }));
  await logged(recordWalletIncidents(reports, deps));
  await logged(deps.reportContradictions(results.flatMap(({ outcome }) => outcome?.contradicted ?? [])));
}

/** The incident of the whole API that these polls met: no key, a refused key, a used-up plan, or no poll answered. Null: none. */
function incidentOf(results: readonly PollResult[]): Incident | null {
  const errors = results.flatMap(({ error }) => error ?? []);
  for (const error of errors) {
    if (error instanceof KeyMissing) return apiIncident('key.missing', error.message, error.whatToDo);
    if (error instanceof KeyRefused) return apiIncident('key.refused', error.message, error.whatToDo);
  }
  const exhausted = errors.find((error) => error instanceof PlanExhausted);
  if (exhausted) return apiIncident('plan.exhausted', exhausted.message);
  const [fault, ...others] = errors.filter(isApiFault);
  if (fault === undefined || results.some(({ outcome }) => outcome !== null)) return null;
  if (others.length === 0 && fault instanceof UnreadableReply) return null;
  const met = apiIncident('api.unavailable', fault.message, fault.whatToDo || null);
  const [one, ...more] = results;
  const isOfChain = more.length > 0 && new Set(results.map(chainOf)).size === 1;
  if (one === undefined || !isOfChain || fault instanceof RateLimited) return met;
  const { id, name } = one.watch.chain;
  return { ...met, reason: `${met.reason} Only ${name} was asked for.`, onlyChain: id };
}

const chainOf = ({ watch }: PollResult) => watch.chain.id;

/**
 * If only one wallet is polled, an outage of the API looks like a problem of the wallet. From the second failed poll on, the problem
 * counts as the wallet's own, unless an outage is on record. Another wallet's answer ends the outage. A 429 is never the wallet's own.
 */
function isOwnTrouble(
  [only, ...others]: readonly PollResult[],
  met: Incident | null,
  open: readonly OpenIncident[],
): boolean {
  if (met?.type !== 'api.unavailable' || others.length > 0 || !only?.cursor.failing) return false;
  return !(only.error instanceof RateLimited) && !open.some(({ type }) => type === met.type);
}
