import pLimit from 'p-limit';
import type { Clock } from '../runtime/clock.ts';
import { createBatcher } from './batcher.ts';
import { graceOf, type Incident, incidentKey, type OpenIncident } from './incident.ts';
import { incidentBegan, incidentEnded } from './incident-message.ts';
import type { IncidentTable } from './incident-table.ts';
import type { OperationsMessage } from './operations-message.ts';

/** Tells operations of every incident once when it begins and once when it ends, whoever and however many see it. */
export interface IncidentLog {
  list(): Promise<readonly OpenIncident[]>;
  /**
   * These incidents are there. Each is told at once, or when it has lasted its grace time; many at a time in one message.
   * @param open what is on record
   */
  begin(incidents: readonly Incident[], open: readonly OpenIncident[]): Promise<void>;
  /** These incidents are over. Told of those whose beginning was. */
  end(incidents: readonly OpenIncident[]): Promise<void>;
}

export interface IncidentLogDependencies {
  readonly table: IncidentTable;
  readonly tell: (message: OperationsMessage) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
}

const writesAtATime = 10;

export function createIncidentLog({ table, tell, clock }: IncidentLogDependencies): IncidentLog {
  /** True for the one worker who is to tell of it now. */
  const takeOn = async (incident: Incident, open: OpenIncident | undefined): Promise<boolean> => {
    const now = clock.now();
    const grace = graceOf(incident.type);
    if (open === undefined) {
      const record = { ...incident, key: incidentKey(incident), since: now, told: false };
      return (await table.add({ ...record, claimedAt: grace === 0 ? now : 0 })) && grace === 0;
    }
    return !open.told && now - open.since >= grace && table.claim(open.key, now);
  };
  const tellAll = async (messages: readonly OperationsMessage[]) => {
    const guard = createBatcher(tell);
    for (const message of messages) await guard.tell(message);
    await guard.flush();
  };
  return {
    list: () => table.list(),
    async begin(incidents, open) {
      const onRecord = new Map(open.map((incident) => [incident.key, incident]));
      const mine = await filterEach(incidents, (incident) =>
        takeOn(incident, onRecord.get(incidentKey(incident))),
      );
      await tellAll(mine.map((incident) => incidentBegan(incident, clock.now())));
      await filterEach(mine, (incident) => table.markTold(incidentKey(incident)).then(() => true));
    },
    async end(incidents) {
      const mine = await filterEach(incidents, ({ key }) => table.remove(key));
      const heardOf = mine.filter(({ told }) => told);
      await tellAll(heardOf.map((incident) => incidentEnded(incident, incident.since, clock.now())));
    },
  };
}

async function filterEach<Item>(
  items: readonly Item[],
  keep: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const limit = pLimit(writesAtATime);
  const kept = await Promise.all(items.map((item) => limit(async () => ((await keep(item)) ? [item] : []))));
  return kept.flat();
}
