import * as z from 'zod';
import type { Table } from '../runtime/table-items.ts';
import { incident, incidentsPartition, type OpenIncident } from './incident.ts';

const incidentItem = z.object({
  chain: z.string(),
  incident,
  since: z.coerce.number(),
  claimedAt: z.coerce.number(),
  published: z.boolean(),
  endingAt: z.coerce.number().optional(),
  joint: z.string().nullish(),
});

/** The key of an incident's item, which can be read together with a batch of wallets. */
export const incidentStateKey = (key: string) => ({ wallet: incidentsPartition, chain: key });

/** An item that somebody has broken counts as absent, and stops no tick. */
export function findIncidents(items: Iterable<Record<string, unknown>>): OpenIncident[] {
  return Array.from(items)
    .filter(({ wallet }) => wallet === incidentsPartition)
    .flatMap((item) => {
      const { data } = incidentItem.safeParse(item);
      if (data === undefined) return [];
      const { chain: key, incident: what, ...rest } = data;
      return [{ key, ...what, ...rest }];
    });
}

export function createIncidentTable(table: Table) {
  const items = () => Array.fromAsync(table.query(incidentsPartition));
  return {
    list: async (): Promise<readonly OpenIncident[]> => findIncidents(await items()),
    /** Also deletes broken items: no incident could be added in their place. */
    async listAndMend(): Promise<readonly OpenIncident[]> {
      const all = await items();
      const open = findIncidents(all);
      const keys = new Set(open.map(({ key }) => key));
      for (const { chain } of all)
        if (!keys.has(String(chain))) await table.remove(incidentStateKey(String(chain)));
      return open;
    },
    /** Empty if there is none. */
    async find(key: string): Promise<readonly OpenIncident[]> {
      const item = await table.get(incidentStateKey(key));
      return findIncidents(item === undefined ? [] : [item]);
    },
    /** False: it is on record already. */
    add({ key, since, claimedAt, published, ...what }: OpenIncident): Promise<boolean> {
      const item = { ...incidentStateKey(key), incident: what, since, claimedAt, published };
      return table.put(item, { if: 'attribute_not_exists(since)' });
    },
    async remove(key: string): Promise<void> {
      await table.remove(incidentStateKey(key));
    },
  };
}
