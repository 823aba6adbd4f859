import { hash } from 'node:crypto';
import * as z from 'zod';
import { type Chain, typedName } from '../chain/chains.ts';
import type { EpochMilliseconds, Milliseconds } from '../chain/units.ts';
import { type IncidentType, incidentTexts } from './incident-texts.ts';

/** A partition of the State table that no wallet's address can be. */
export const incidentsPartition = '#incidents';

export interface IncidentRecord {
  readonly since: EpochMilliseconds;
  readonly published: boolean;
  /** Identifies the message for many that reported its beginning: a pager ends it only by a message of that `part`. */
  readonly joint?: string | null | undefined;
}

/** An endless grace: the incident is on record, and never published. */
export const onRecordOnly = Number.POSITIVE_INFINITY;

/**
 * An incident is published, in its latest words, once its grace is over; its end is published only if its beginning was. The
 * caller keeps the record `next`, the same object if nothing changed, and decides which of several workers takes the step.
 * @param seen `grace`: how long it may last unpublished, for a blip is not worth a message at night; null: it is over, or never was
 */
export function incidentStep<What>(
  record: (What & IncidentRecord) | null,
  seen: { readonly incident: What; readonly grace: Milliseconds } | null,
  now: EpochMilliseconds,
): { readonly next: (What & IncidentRecord) | null; readonly publish: 'began' | 'ended' | null } {
  if (seen === null) return { next: null, publish: record?.published ? 'ended' : null };
  if (record?.published) return { next: record, publish: null };
  const since = record?.since ?? now;
  const published = now - since >= seen.grace;
  if (record !== null && !published) return { next: record, publish: null };
  return { next: { ...seen.incident, since, published }, publish: published ? 'began' : null };
}

export const incident = z.object({
  type: z.enum(Object.keys(incidentTexts) as [IncidentType]),
  /** The row's keys as typed; null: not of a single wallet. */
  wallet: z.string().nullable(),
  chain: z.string().nullable(),
  /** May quote strangers: a row's value, the API's answer. */
  reason: z.string(),
  /** Our own words only: shown as they stand, commands included. */
  whatToDo: z.string(),
  destination: z.string().optional(),
  /**
   * For subject and SMS. `detail`: the attribute at fault, how many wallets, or whose subscription. `isSource`: a chain read from
   * its node only. `isShared`: incidents with the same reason have one cause, and the same thing to do about it.
   */
  about: z
    .object({
      label: z.string().optional(),
      detail: z.string().optional(),
      isSource: z.boolean().optional(),
      isShared: z.boolean().optional(),
    })
    .optional(),
  /** Distinguishes incidents of one type that have no wallet and no chain. Messages carry a digest of it. */
  part: z.string().optional(),
});

export type Incident = Readonly<z.infer<typeof incident>>;

export interface OpenIncident extends Incident, IncidentRecord {
  readonly key: string;
  /** Time of the claim to publish its beginning; 0: none yet. */
  readonly claimedAt: EpochMilliseconds;
  /** Time of the claim to publish its end; absent: none since it began. */
  readonly endingAt?: EpochMilliseconds | undefined;
}

/** Whether people see the incident among open problems. A contradiction has no end: it would head every later summary. */
export function isProblem({ published, type }: OpenIncident): boolean {
  return published && type !== 'token.contradicted';
}

/**
 * The key of a row's incident includes its reason: if another attribute is at fault, one incident ends and another begins. Shared
 * incidents have one key a type, or a part, whatever their wording.
 */
export function incidentKey({ type, wallet, chain, reason, part }: Incident): string {
  if (wallet === null) return [type, chain ?? [], part ?? []].flat().join('#');
  const digest = hash('sha256', JSON.stringify([wallet, chain, reason]));
  return `${type}#${digest.slice(0, 32)}`;
}

const kinds = {
  failing: {
    type: 'wallet.failing',
    whatToDo:
      'Nothing, unless the reason names something to mend: polls are tried again by themselves. npx chainbell list shows how each wallet is doing.',
  },
  behind: {
    type: 'backlog',
    whatToDo:
      'Nothing, if it ends within the hour or the chain is read from its node. Otherwise a node URL for the chain (setting rpcParameters: npx chainbell rpc set <chain>) or a larger plan (callsPerDay, callsPerSecond) ends it.',
  },
} as const;

export type WalletIncidentField = keyof typeof kinds;

/** `2 January 2026 at 03:04 UTC`, because chats break up digits that look like a telephone number. */
function spelt(time: EpochMilliseconds): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Date(time).toLocaleString('en-GB', style)} UTC`;
}

/** @param since when it was first seen */
export function walletIncident(
  field: WalletIncidentField,
  { wallet, chain, label }: { wallet: string; chain: Pick<Chain, 'name' | 'part'>; label?: string | null },
  { reason, since }: { reason: string; since: EpochMilliseconds },
): Incident {
  const { name, part } = chain;
  const behind = `Polls of "${wallet}" on ${name} have not reached the newest block since ${spelt(since)}. ${reason}`;
  const { type, whatToDo } = kinds[field];
  return {
    ...{ type, wallet, chain: name, part },
    whatToDo: whatToDo.replace('<chain>', typedName(chain)),
    reason: field === 'behind' ? behind : reason,
    about: label ? { label } : {},
  };
}
