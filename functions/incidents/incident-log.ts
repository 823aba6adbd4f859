import pLimit from 'p-limit';
import type { Clock } from '../runtime/clock.ts';
import { graceOf, type Incident, incidentKey, incidentStep, type OpenIncident } from './incident.ts';
import type { IncidentTable } from './incident-table.ts';
import { incidentBegan, incidentEnded, type OperationsMessage } from './operations-message.ts';
import { createBatcher } from './publish-operations.ts';

interface IncidentLogDependencies {
  readonly table: IncidentTable;
  readonly publish: (message: OperationsMessage) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
}

const writesAtATime = 10;

export type IncidentLog = ReturnType<typeof createIncidentLog>;

export function createIncidentLog({ table, publish, clock }: IncidentLogDependencies) {
  /** True for the one worker who is to publish its beginning. On record it is published only once it was. */
  const takeOn = async (incident: Incident, open: OpenIncident | undefined): Promise<boolean> => {
    const now = clock.now();
    const step = incidentStep<Incident>(open ?? null, { incident, grace: graceOf(incident.type) }, now);
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
    /** Each is published at once, or after its grace. @param open what is on record */
    async begin(incidents: readonly Incident[], open: readonly OpenIncident[]): Promise<void> {
      const onRecord = new Map(open.map((incident) => [incident.key, incident]));
      const mine = await filterEach(incidents, (incident) =>
        takeOn(incident, onRecord.get(incidentKey(incident))),
      );
      const since = (incident: Incident) => onRecord.get(incidentKey(incident))?.since;
      await publishAll(mine.map((incident) => incidentBegan(incident, clock.now(), since(incident))));
      await filterEach(mine, (incident) => table.markPublished(incidentKey(incident)).then(() => true));
    },
    /** Publishes the end if the beginning was, or may have been, published. @param why what ended them, if unusual */
    async end(incidents: readonly OpenIncident[], why?: string): Promise<void> {
      const now = clock.now();
      const published = incidents.filter(mayBePublished);
      const mine = await filterEach(published, ({ key }) => table.claimEnd(key, now));
      // Removed only then: after a crash or a refusal by SNS another worker publishes the end.
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
