import { type Incident, incidentKey, type OpenIncident } from './incident.ts';
import type { IncidentLog } from './incident-log.ts';

interface Rules {
  /** Incidents on record that could not be checked now: they stay. */
  readonly unseen?: (open: OpenIncident) => boolean;
  /** Maximum incidents on record: nobody mends more one by one. The others begin once these are mended. */
  readonly most?: number;
  /** What ended an incident, if unusual. */
  readonly why?: (ended: OpenIncident) => string;
}

/**
 * Ends recorded incidents that are over, then begins the present ones: if a row is mended in one attribute and broken in another, the
 * last message says what is wrong.
 * @param open all incidents of a kind on record
 * @param present all incidents of that kind now, made one at a time: a hundred thousand sentences don't fit into memory
 * @returns incidents that are new on record, and how many had no room
 */
export async function reconcile(
  open: readonly OpenIncident[],
  present: Iterable<Incident>,
  incidents: Pick<IncidentLog, 'begin' | 'end'>,
  { unseen = () => false, most = Number.POSITIVE_INFINITY, why }: Rules = {},
): Promise<{ readonly fresh: readonly Incident[]; readonly left: number }> {
  const onRecord = new Set(open.map(({ key }) => key));
  const kept = new Map<string, Incident>();
  const others = new Map<string, Incident>();
  let beyond = 0;
  for (const incident of present) {
    const key = incidentKey(incident);
    if (onRecord.has(key)) kept.set(key, incident);
    else if (others.size < most) others.set(key, incident);
    else beyond += 1;
  }
  const over = open.filter((one) => !kept.has(one.key) && !unseen(one));
  for (const [reason, ended] of Map.groupBy(over, (one) => why?.(one))) await incidents.end(ended, reason);
  const fresh = [...others.values()].slice(0, Math.max(0, most - open.length + over.length));
  // Recorded incidents too: a crash may have kept one from being reported.
  await incidents.begin([...kept.values(), ...fresh], open);
  return { fresh, left: beyond + others.size - fresh.length };
}
