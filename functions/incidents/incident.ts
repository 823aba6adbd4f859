import { createHash } from 'node:crypto';
import { minuteOf } from '../text/lasted.ts';
import type { IncidentRecord } from './incident-lifecycle.ts';
import type { IncidentSubject, IncidentType } from './operations-message.ts';

/** Something that a person has to know of or mend. */
export interface Incident {
  readonly type: IncidentType;
  /** The row's keys as they stand; null where it is no single wallet's incident. */
  readonly wallet: string | null;
  readonly chain: string | null;
  readonly reason: string;
  readonly whatToDo: string;
  /** The destination's name, of `destination.failing` alone. */
  readonly destination?: string | undefined;
  readonly about?: IncidentSubject | undefined;
  /** Tells incidents of one type apart that are of no wallet and of no chain, and is published nowhere. */
  readonly part?: string | undefined;
}

/** An incident on record: from when it was first seen until it is over. */
export interface OpenIncident extends Incident, IncidentRecord {
  readonly key: string;
  /** Epoch milliseconds of when a worker set out to publish its beginning; 0: none yet. */
  readonly claimedAt: number;
}

/**
 * One incident, one key. A row's reason is part of it, so that one mended and broken anew in another attribute ends and
 * begins; of incidents that all wallets share, or all of a chain, there is one a type, whatever its wording, and of those
 * with a part one a part.
 */
export function incidentKey({ type, wallet, chain, reason, part }: Incident): string {
  if (wallet === null) return [type, chain ?? [], part ?? []].flat().join('#');
  const digest = createHash('sha256')
    .update(JSON.stringify([wallet, chain, reason]))
    .digest('hex');
  return `${type}#${digest.slice(0, 32)}`;
}

/** How long an incident may last before operations hear of it. */
export function graceOf(type: IncidentType): number {
  return type === 'api.unavailable' ? 180_000 : 0;
}

/** What a wallet can have an incident with, by its field in the state. */
export const walletIncidentFields = ['failing', 'behind'] as const;
export type WalletIncidentField = (typeof walletIncidentFields)[number];

const kinds = {
  failing: {
    type: 'wallet.failing',
    whatToDo:
      'Nothing, unless the reason names something to mend: polls are tried again by themselves. npx chainbell list shows how each wallet is doing.',
  },
  behind: {
    type: 'backlog',
    whatToDo:
      'Nothing, if it ends within the hour. If it lasts, a node URL for the chain (setting rpcParameters: npx chainbell rpc set <chain>) or a larger plan (callsPerDay, callsPerSecond) ends it.',
  },
} as const;

/**
 * A wallet's own incident as operations hear of it.
 * @param chain its name
 * @param since epoch milliseconds of when it was first seen
 */
export function walletIncident(
  field: WalletIncidentField,
  {
    wallet,
    chain,
    label,
  }: { readonly wallet: string; readonly chain: string; readonly label?: string | null },
  { reason, since }: { readonly reason: string; readonly since: number },
): Incident {
  const behind = `Polls of "${wallet}" on ${chain} have not reached the newest block since ${minuteOf(new Date(since).toISOString())}. ${reason}`;
  return {
    ...kinds[field],
    wallet,
    chain,
    reason: field === 'behind' ? behind : reason,
    about: label ? { label } : {},
  };
}
