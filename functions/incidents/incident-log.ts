import type { EpochMilliseconds } from '../chain/units.ts';
import { eachAtATime } from '../runtime/batches.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Table } from '../runtime/table-items.ts';
import {
  findIncidents,
  type Incident,
  incidentItemOf,
  incidentKey,
  incidentStateKey,
  incidentsPartition,
  type OpenIncident,
} from './incident.ts';
import { incidentBegan, incidentEnded, type OperationsMessage } from './operations-message.ts';
import { publishAll } from './publish-operations.ts';

/** An outage of the API is published after so many ms, other incidents at once. */
const apiOutageGrace = 180_000;
/** A worker that claimed a message and did not finish within this time has crashed. The next tick comes later, and tries again. */
export const claimLasts = 50_000;
const writesAtATime = 10;
/** One worker at a time reports these: the record has the latest reason, which the page and doctor show. */
const isFollowed = ({ type }: Incident) => type === 'destination.failing' || type === 'activity.unavailable';

export type IncidentLog = ReturnType<typeof createIncidentLog>;

/** Publishes and records incidents. A worker claims each step by a conditional write, so that only one publishes it. */
export function createIncidentLog(
  table: Table,
  publish: (message: OperationsMessage) => Promise<void>,
  clock: Pick<Clock, 'now'>,
) {
  async function change(key: string, update: string, condition: string, values: Record<string, unknown>) {
    return (await table.update(incidentStateKey(key), update, { if: condition, values })) !== null;
  }

  /** True for the one worker that is to publish the beginning. */
  async function claimBeginning(incident: Incident, open: OpenIncident | undefined, now: EpochMilliseconds) {
    const key = incidentKey(incident);
    const values = { now, no: false, crashed: now - claimLasts };
    // A worker may have published the end and then crashed. Reopening removes its claim, so that only one worker reopens the incident.
    if (open?.endingAt !== undefined) {
      const reopen = 'SET claimedAt = :now, published = :no REMOVE endingAt';
      return change(key, reopen, 'endingAt < :crashed', values);
    }
    const since = open?.since ?? now;
    const isDue = incident.type !== 'api.unavailable' || now - since >= apiOutageGrace;
    if (open === undefined) {
      const record = { ...incident, key, since, published: false, claimedAt: isDue ? now : 0 };
      const isNew = await table.put(incidentItemOf(record), { if: 'attribute_not_exists(since)' });
      return isNew && isDue;
    }
    const { reason } = incident;
    if (isFollowed(incident) && open.published && open.reason !== reason)
      await change(key, 'SET incident.reason = :reason', 'attribute_exists(since)', { reason });
    if (!isDue || open.published) return false;
    return change(key, 'SET claimedAt = :now', 'published = :no AND claimedAt < :crashed', values);
  }

  function claimEnd({ key }: OpenIncident): Promise<boolean> {
    const now = clock.now();
    const isFree = 'attribute_exists(since) AND attribute_not_exists(endingAt) OR endingAt < :crashed';
    return change(key, 'SET endingAt = :now', isFree, { now, crashed: now - claimLasts });
  }

  return {
    list: () => listAndMend(table),
    /** Empty if there is none. */
    async find(key: string): Promise<readonly OpenIncident[]> {
      const item = await table.get(incidentStateKey(key));
      return findIncidents(item === undefined ? [] : [item]);
    },
    /** Publishes each incident at once, or after its grace. @param open incidents on record */
    async begin(incidents: readonly Incident[], open: readonly OpenIncident[]): Promise<void> {
      const onRecord = new Map(open.map((incident) => [incident.key, incident]));
      const known = (incident: Incident) => onRecord.get(incidentKey(incident));
      const now = clock.now();
      const claimed = await claimEach(incidents, (one) => claimBeginning(one, known(one), now));
      const began = new Map(claimed.map((one) => [one, incidentBegan(one, now, known(one)?.since)]));
      await publishAndNote(began, publish, (incident, joint) => {
        const note = 'SET published = :yes, joint = :joint, incident.reason = :reason';
        // If another worker has removed the incident meanwhile, this note must not bring it back.
        const values = { yes: true, joint, reason: incident.reason };
        return change(incidentKey(incident), note, 'attribute_exists(since)', values);
      });
    },
    /** Publishes the ends of incidents whose beginning was, or may have been, published. @param why the cause of their end, if unusual */
    async end(incidents: readonly OpenIncident[], why?: string): Promise<void> {
      const now = clock.now();
      // A worker may publish the beginning and then crash, or lose SNS's answer, before it notes the publication.
      const mayBePublished = ({ published, claimedAt }: OpenIncident) => published || claimedAt > 0;
      const claimed = await claimEach(incidents.filter(mayBePublished), claimEnd);
      // Publish before removing: after a crash or a refusal by SNS another worker publishes the end.
      const ended = new Map(claimed.map((one) => [one, incidentEnded(one, one, now, why)]));
      await publishAndNote(ended, publish, ({ key }) => table.remove(incidentStateKey(key)));
      // Another worker may be publishing the beginning: it stays on record until a later end.
      const others = incidents.filter((one) => !mayBePublished(one));
      const isUnclaimed = { if: 'claimedAt = :never', values: { never: 0 } };
      await eachAtATime(writesAtATime, others, ({ key }) => table.remove(incidentStateKey(key), isUnclaimed));
    },
  };
}

export async function listIncidents(table: Table): Promise<readonly OpenIncident[]> {
  return findIncidents(await Array.fromAsync(table.query(incidentsPartition)));
}

/** Also deletes broken items: no incident could be added in their place. */
async function listAndMend(table: Table): Promise<readonly OpenIncident[]> {
  const items = await Array.fromAsync(table.query(incidentsPartition));
  const open = findIncidents(items);
  const keys = new Set<unknown>(open.map(({ key }) => key));
  for (const { wallet, chain } of items) if (!keys.has(chain)) await table.remove({ wallet, chain });
  return open;
}

/** The items that this worker claims, in their order. */
async function claimEach<Item>(items: readonly Item[], claim: (item: Item) => Promise<boolean>) {
  const mine = await eachAtATime(writesAtATime, items, claim);
  return items.filter((_, at) => mine[at]);
}

/** Notes each message that SNS took: without a note it is published again. Goes on after a fault, and then throws the first one. */
async function publishAndNote<Item>(
  messages: ReadonlyMap<Item, OperationsMessage>,
  publish: (message: OperationsMessage) => Promise<void>,
  note: (item: Item, joint: string | null) => Promise<unknown>,
): Promise<void> {
  const announced = new Map(Array.from(messages, ([item, message]) => [announcementOf(message), item]));
  const published = publishAll([...announced.keys()], publish);
  await Promise.allSettled(published.values());
  const faults: unknown[] = [];
  await eachAtATime(writesAtATime, [...announced], async ([announcement, item]) => {
    try {
      await note(item, (await published.get(announcement)) ?? null);
    } catch (error) {
      faults.push(error);
    }
  });
  if (faults.length > 0) throw faults[0];
}

function announcementOf(message: OperationsMessage) {
  return { message, cause: message.about?.isShared ? (message.past?.was ?? message.reason) : undefined };
}

interface Rules {
  /** Incidents on record that could not be checked now and stay. */
  readonly unseen?: (open: OpenIncident) => boolean;
  /** Maximum incidents on record, because nobody mends more one by one. Further ones begin once these are mended. */
  readonly most?: number;
  /** The cause of an incident's end, if unusual. */
  readonly why?: (ended: OpenIncident) => string | undefined;
}

/**
 * Ends recorded incidents that are over, then begins the present ones: if a row is mended in one attribute and broken in another, the
 * last message says what is wrong.
 * @param open all incidents of a kind on record
 * @param present all incidents of that kind now; a generator, because a hundred thousand sentences don't fit into memory
 * @returns incidents that are new on record
 */
export async function reconcile(
  open: readonly OpenIncident[],
  present: Iterable<Incident>,
  incidents: Pick<IncidentLog, 'begin' | 'end'>,
  { unseen = () => false, most = Number.POSITIVE_INFINITY, why }: Rules = {},
): Promise<readonly Incident[]> {
  const onRecord = new Set(open.map(({ key }) => key));
  const kept = new Map<string, Incident>();
  const others = new Map<string, Incident>();
  for (const incident of present) {
    const key = incidentKey(incident);
    if (onRecord.has(key)) kept.set(key, incident);
    else if (others.size < most) others.set(key, incident);
  }
  const over = open.filter((one) => !kept.has(one.key) && !unseen(one));
  for (const [reason, ended] of Map.groupBy(over, (one) => why?.(one))) await incidents.end(ended, reason);
  const fresh = [...others.values()].slice(0, Math.max(0, most - open.length + over.length));
  // Includes recorded incidents, because a crash may have prevented the report of one.
  await incidents.begin([...kept.values(), ...fresh], open);
  return fresh;
}
