import * as z from 'zod';
import type { RowStatus } from './row.ts';

/** DynamoDB's numbers come as texts. */
const whole = z.coerce.number();

/** A digest to come. The rows of its transfers name it, and count as told once the digest is committed. */
const waitingDigest = z.object({
  /** Its name, unique for the wallet. */
  digest: z.string(),
  /** The lowest and highest block of its rows. */
  from: whole,
  to: whole,
  /** When it is published, in epoch milliseconds; 0: in the poll that found them. */
  due: whole,
  /** How many transfers were hidden as spam in the same batches. */
  hidden: whole,
});

const ration = z.object({
  /** The clock hour of the last rationed alert, counted from 1970, and how many alerts that hour and its UTC day had. */
  hour: whole,
  ofHour: whole,
  ofDay: whole,
  /** No digest before this time, in epoch milliseconds: the last one's hour, or ten minutes, end then. */
  digestFrom: whole,
  waiting: waitingDigest.nullable(),
});

/**
 * How many single alerts a wallet had, and the digest of the rest, by direction. Transfers to itself count as `in`.
 */
export const storedRations = z.object({ in: ration, out: ration });

export type Rations = Readonly<z.infer<typeof storedRations>>;
export type Ration = Readonly<z.infer<typeof ration>>;
export type WaitingDigest = Readonly<z.infer<typeof waitingDigest>>;
export type RationSide = keyof Rations;

const unused: Ration = { hour: 0, ofHour: 0, ofDay: 0, digestFrom: 0, waiting: null };

export const noRations: Rations = { in: unused, out: unused };

/** The order in which digests are published: outgoing first, because the reader may have to act on them. */
export const rationSides = ['out', 'in'] as const satisfies readonly RationSide[];

/** The digests that wait to be published. */
export function waitingDigests(rations: Rations): readonly WaitingDigest[] {
  return rationSides.map((side) => rations[side].waiting).filter((waiting) => waiting !== null);
}

/** Whether a transfer still waits for its digest. */
export function isUntold(
  { status, digest }: { readonly status: RowStatus; readonly digest: string | null },
  rations: Rations,
): boolean {
  return status === 'waiting' && waitingDigests(rations).some((waiting) => waiting.digest === digest);
}
