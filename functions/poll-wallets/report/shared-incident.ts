import { apiIncident } from '../../incidents/api-incidents.ts';
import type { Incident } from '../../incidents/incident.ts';
import {
  KeyRefused,
  NoSuchEndpoint,
  PlanExhausted,
  UnreadableReply,
  UpstreamUnavailable,
} from '../../transfer/source-errors.ts';
import type { PollResult } from '../poll-each.ts';

/** The incident of the whole API that these polls met; null if it answered any of them, or failed for single wallets only. */
export function sharedIncident(results: readonly PollResult[]): Incident | null {
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

/** A request that the API refuses is the wallet's own problem, such as a chain that the API no longer serves. */
export function isApiFault(error: Error): boolean {
  return (
    error instanceof UpstreamUnavailable ||
    error instanceof UnreadableReply ||
    error instanceof NoSuchEndpoint
  );
}
