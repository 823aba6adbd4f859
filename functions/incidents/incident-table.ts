import * as z from 'zod';
import type { EpochMilliseconds } from '../chain/units.ts';
import type { Table } from '../runtime/table-items.ts';
import type { StateKey } from '../state/state-items.ts';
import { incident, incidentsPartition, type OpenIncident } from './incident.ts';

/** A worker that claimed a message and did not finish within this time has crashed. */
const claimLasts = 60_000;

const incidentItem = z.object({
  chain: z.string(),
  incident,
  since: z.coerce.number(),
  claimedAt: z.coerce.number(),
  published: z.boolean(),
  endingAt: z.coerce.number().optional(),
});

/** The key of an incident's item, so that it can be read along with a batch of wallets. */
export function incidentStateKey(key: string): StateKey {
  return { wallet: incidentsPartition, chain: key };
}

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

export type IncidentTable = ReturnType<typeof createIncidentTable>;

/** Every change is conditional, so that one of many workers publishes it. */
export function createIncidentTable(table: Table) {
  const keyOf = (key: string) => ({ ...incidentStateKey(key) });
  return {
    list: async (): Promise<readonly OpenIncident[]> =>
      findIncidents(await Array.fromAsync(table.query(incidentsPartition))),
    add({ key, since, claimedAt, published, ...what }: OpenIncident): Promise<boolean> {
      const item = { ...keyOf(key), incident: what, since, claimedAt, published };
      return table.put(item, { if: 'attribute_not_exists(since)' });
    },
    /** Claims the beginning for the caller to publish; false if another worker claims it or has published it. */
    async claim(key: string, now: EpochMilliseconds): Promise<boolean> {
      const claimed = await table.update(keyOf(key), 'SET claimedAt = :now', {
        if: 'published = :no AND claimedAt < :crashed',
        values: { now, no: false, crashed: now - claimLasts },
      });
      return claimed !== null;
    },
    async markPublished(key: string): Promise<void> {
      await table.update(keyOf(key), 'SET published = :yes', {
        if: 'attribute_exists(since)',
        values: { yes: true },
      });
    },
    /** Claims the end for the caller to publish; false if another worker claims it or has published it. */
    async claimEnd(key: string, now: EpochMilliseconds): Promise<boolean> {
      const claimed = await table.update(keyOf(key), 'SET endingAt = :now', {
        if: 'attribute_exists(since) AND attribute_not_exists(endingAt) OR endingAt < :crashed',
        values: { now, crashed: now - claimLasts },
      });
      return claimed !== null;
    },
    /** Claims the beginning of an incident that is back, though its end may be published; false while another worker publishes it. */
    async reopen(key: string, now: EpochMilliseconds): Promise<boolean> {
      // Removes the claim of the end, so that only one worker reopens the incident.
      const change = 'SET claimedAt = :now, published = :no REMOVE endingAt';
      const values = { now, no: false, crashed: now - claimLasts };
      return (await table.update(keyOf(key), change, { if: 'endingAt < :crashed', values })) !== null;
    },
    async remove(key: string): Promise<void> {
      await table.remove(keyOf(key));
    },
    /** False if a worker has claimed the beginning: then the incident stays. */
    removeUnclaimed: (key: string): Promise<boolean> =>
      table.remove(keyOf(key), { if: 'claimedAt = :never', values: { never: 0 } }),
  };
}
