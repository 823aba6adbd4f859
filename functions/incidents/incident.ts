import { hash } from 'node:crypto';
import * as z from 'zod';
import type { EpochMilliseconds, Milliseconds } from '../chain/units.ts';
import { storedIncident } from '../state/cursor.ts';
import { type IncidentType, incidentTexts } from './incident-texts.ts';

export const incidentsPartition = '#incidents';

/** On record with a wallet's state. */
type WalletRecord = Readonly<z.infer<typeof storedIncident>>;
export type IncidentRecord = Omit<WalletRecord, 'reason'>;

export interface SeenIncident extends Pick<Incident, 'reason'> {
  /** How long it may last unpublished, so that no blip wakes people at night. Infinity: it stays on record only. */
  readonly grace: Milliseconds;
}

/**
 * An incident is published, in its latest words, once its grace is over; its end is published only if its beginning was. The
 * caller saves the record `next`, which is `record` itself if nothing changed, and decides which worker publishes.
 * @param seen null: there is no incident now
 */
export function incidentStep(
  record: WalletRecord | null,
  seen: SeenIncident | null,
  now: EpochMilliseconds,
): { readonly next: WalletRecord | null; readonly publish: 'began' | 'ended' | null } {
  if (seen === null) return { next: null, publish: record?.published ? 'ended' : null };
  if (record?.published) return { next: record, publish: null };
  const since = record?.since ?? now;
  const published = now - since >= seen.grace;
  if (record !== null && !published) return { next: record, publish: null };
  return { next: { reason: seen.reason, since, published }, publish: published ? 'began' : null };
}

export const incident = z.object({
  type: z.enum(Object.keys(incidentTexts) as [IncidentType]),
  /** The row's keys as typed; null if it is not about a single wallet. */
  wallet: z.string().nullable(),
  chain: z.string().nullable(),
  /** May quote strangers: a row's value, the API's answer. */
  reason: z.string(),
  /** Chainbell's own words and commands. Texts show them unchanged. */
  whatToDo: z.string(),
  destination: z.string().optional(),
  /**
   * The subject shows `label` and `detail`: the attribute at fault, the number of wallets, or the subscriber. `isShared`: all incidents
   * with this reason have one cause and one remedy.
   */
  about: z
    .object({ label: z.string().optional(), detail: z.string().optional(), isShared: z.boolean().optional() })
    .optional(),
  /** Distinguishes incidents of one type that have no wallet and no chain. Messages carry a digest of it. */
  part: z.string().optional(),
  /** The chain's id, if the API was asked for one chain only: answers for other chains don't end the outage. */
  onlyChain: z.string().optional(),
});

export type Incident = Readonly<z.infer<typeof incident>>;

export type OpenIncident = Readonly<ReturnType<typeof findIncidents>[number]>;

/** Whether the incident concerns any of these chains, which are given by id. */
export function concernsAny({ onlyChain }: Incident, chains: ReadonlySet<string>): boolean {
  return onlyChain === undefined ? chains.size > 0 : chains.has(onlyChain);
}

/** Whether people see the incident among open problems. A contradiction has no end and would head every later summary. */
export function isProblem({ published, type }: OpenIncident): boolean {
  return published && type !== 'token.contradicted';
}

/**
 * The key of a row's incident includes the reason: if another attribute is at fault, one incident ends and another begins. Incidents
 * without a wallet have one key for each type, chain and part.
 */
export function incidentKey({ type, wallet, chain, reason, part }: Incident): string {
  if (wallet === null) return [type, chain ?? [], part ?? []].flat().join('#');
  const digest = hash('sha256', JSON.stringify([wallet, chain, reason]));
  return `${type}#${digest.slice(0, 32)}`;
}

const time: z.ZodType<EpochMilliseconds> = z.coerce.number();

const incidentItem = storedIncident.omit({ reason: true }).extend({
  chain: z.string(),
  incident,
  /** Time of the claim to publish its beginning; 0: none yet. */
  claimedAt: time,
  /** Time of the claim to publish its end; absent: none since it began. */
  endingAt: time.optional(),
});

/** The key of an incident's item in the State table, which also has the wallets' cursors: one batch read gets both. */
export const incidentStateKey = (key: string) => ({ wallet: incidentsPartition, chain: key });

/** An item that somebody has broken counts as absent, and stops no tick. */
export function findIncidents(items: Iterable<Record<string, unknown>>) {
  return Array.from(items)
    .filter(({ wallet }) => wallet === incidentsPartition)
    .flatMap((item) => {
      const { data } = incidentItem.safeParse(item);
      if (data === undefined) return [];
      const { chain: key, incident: recorded, ...rest } = data;
      return [{ key, ...recorded, ...rest }];
    });
}

/** The first item of a new incident. */
export function incidentItemOf({ key, since, claimedAt, published, ...recorded }: OpenIncident) {
  return { ...incidentStateKey(key), incident: recorded, since, claimedAt, published };
}
