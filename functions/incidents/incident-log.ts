import pLimit from 'p-limit';
import type { Clock } from '../runtime/clock.ts';
import {
  type Incident,
  type IncidentType,
  incidentKey,
  incidentStep,
  type OpenIncident,
} from './incident.ts';
import type { IncidentTable } from './incident-table.ts';
import { incidentBegan, incidentEnded, type OperationsMessage } from './operations-message.ts';
import { createBatcher } from './publish-operations.ts';

const writesAtATime = 10;

export type IncidentLog = ReturnType<typeof createIncidentLog>;

export function createIncidentLog(
  table: IncidentTable,
  publish: (message: OperationsMessage) => Promise<void>,
  clock: Pick<Clock, 'now'>,
) {
  /** True for the one worker that is to publish the beginning. The record says published only after SNS took the message. */
  const takeOn = async (incident: Incident, open: OpenIncident | undefined): Promise<boolean> => {
    const now = clock.now();
    // A worker may have published the incident's end, and then crashed.
    if (open?.endingAt !== undefined) return table.reopen(open.key, now);
    const grace = incident.type === 'api.unavailable' ? 180_000 : 0;
    const step = incidentStep<Incident>(open ?? null, { incident, grace }, now);
    const begins = step.publish === 'began';
    if (open !== undefined) return begins && table.claim(open.key, now);
    const record = { ...incident, key: incidentKey(incident), since: now, published: false };
    return (await table.add({ ...record, claimedAt: begins ? now : 0 })) && begins;
  };
  const publishAll = async (messages: readonly OperationsMessage[]) => {
    const batcher = createBatcher(publish);
    for (const message of messages) await batcher.publish(message);
    await batcher.flush();
  };
  return {
    list: () => table.list(),
    /** Each incident is published at once, or after its grace. @param open incidents on record */
    async begin(incidents: readonly Incident[], open: readonly OpenIncident[]): Promise<void> {
      const onRecord = new Map(open.map((incident) => [incident.key, incident]));
      const mine = await filterEach(incidents, (incident) =>
        takeOn(incident, onRecord.get(incidentKey(incident))),
      );
      const since = (incident: Incident) => onRecord.get(incidentKey(incident))?.since;
      await publishAll(mine.map((incident) => incidentBegan(incident, clock.now(), since(incident))));
      await filterEach(mine, (incident) => table.markPublished(incidentKey(incident)).then(() => true));
    },
    /** Publishes the ends of incidents whose beginning was, or may have been, published. @param why what ended them, if unusual */
    async end(incidents: readonly OpenIncident[], why?: string): Promise<void> {
      const now = clock.now();
      const published = incidents.filter(mayBePublished);
      const mine = await filterEach(published, ({ key }) => table.claimEnd(key, now));
      // Publish before removing: after a crash or a refusal by SNS another worker publishes the end.
      await publishAll(mine.map((incident) => incidentEnded(incident, incident.since, now, why)));
      await filterEach(mine, ({ key }) => table.remove(key).then(() => true));
      // Another worker may be publishing the beginning: it stays on record until a later end.
      const others = incidents.filter((incident) => !mayBePublished(incident));
      await filterEach(others, ({ key }) => table.removeUnclaimed(key));
    },
  };
}

/** The worker with the claim may have published the beginning, and then crashed or lost SNS's answer. */
function mayBePublished({ published, claimedAt }: OpenIncident): boolean {
  return published || claimedAt > 0;
}

async function filterEach<Item>(
  items: readonly Item[],
  keep: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const limit = pLimit(writesAtATime);
  const kept = await Promise.all(items.map((item) => limit(async () => ((await keep(item)) ? [item] : []))));
  return kept.flat();
}

/** Incidents of the API or its key. There is one of each type at a time, for all wallets together. */
export const apiIncidentTypes = ['key.missing', 'key.refused', 'plan.exhausted', 'api.unavailable'] as const;
export type ApiIncidentType = (typeof apiIncidentTypes)[number];

const advice: Readonly<Record<ApiIncidentType, string>> = {
  'key.missing': 'Set the key, and polling starts at the next tick:',
  'key.refused': "Take a valid key from the API provider's console, and set it:",
  'plan.exhausted':
    "Nothing, if it can wait for the plan's next day: polling goes on by itself. Else raise the plan, or poll less often (every) and set callsPerDay; npx chainbell estimate says what the wallets take.",
  'api.unavailable':
    'npx chainbell doctor says what the API answers now. Polling goes on from the stored blocks as soon as the API answers.',
};

/** @param how what to do in particular, such as the command that sets a key */
export function apiIncident(type: ApiIncidentType, reason: string, how: string | null = null): Incident {
  const whatToDo = how === null ? advice[type] : `${advice[type]} ${how}`;
  return { type, wallet: null, chain: null, reason, whatToDo };
}

/** The incident that this worker met begins or goes on; after an answer of the API all others end. Otherwise nothing changes. */
export async function recordApiIncident(
  met: Incident | null,
  answered: boolean,
  open: readonly OpenIncident[],
  { incidents }: { readonly incidents: IncidentLog },
): Promise<void> {
  if (met !== null) await incidents.begin([met], open);
  const over = open.filter(({ type }) => type !== met?.type && (answered || replaces(met?.type, type)));
  await incidents.end(over);
}

/** Incidents of the key exclude each other, and a used-up plan shows that the API accepts the key. */
function replaces(met: IncidentType | undefined, before: IncidentType): boolean {
  const ofKey = (type: IncidentType | undefined) => type === 'key.missing' || type === 'key.refused';
  return (ofKey(met) && ofKey(before)) || (met === 'plan.exhausted' && ofKey(before));
}
