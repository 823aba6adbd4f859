import * as z from 'zod';
import type { RowStatus } from './row.ts';

/** DynamoDB's numbers come as texts. */
const whole = z.coerce.number();

/** Transfers that a digest is to tell. Their rows say which they are; from its commit on they are told. */
const waitingDigest = z.object({
  /** Its name, which its rows have too: no other digest of the wallet ever has it. */
  digest: z.string(),
  /** The blocks that the rows lie between. */
  from: whole,
  to: whole,
  /** Epoch milliseconds; 0: the poll that finds them tells them. */
  due: whole,
  /** How many were hidden as spam in the batches that its rows came with. */
  hidden: whole,
});

const ration = z.object({
  /** The clock hour of the last rationed alert, counted from 1970; how many that hour had, and how many its UTC day. */
  hour: whole,
  ofHour: whole,
  ofDay: whole,
  /** Epoch milliseconds: the hour, or the ten minutes, of the last digest end then. */
  digestFrom: whole,
  waiting: waitingDigest.nullable(),
});

/**
 * What a wallet's single alerts are counted by, and the digest of the rest: what came in, with what it sent to itself, and what
 * went out.
 */
export const storedRations = z.object({ in: ration, out: ration });

export type Rations = Readonly<z.infer<typeof storedRations>>;
export type Ration = Readonly<z.infer<typeof ration>>;
export type WaitingDigest = Readonly<z.infer<typeof waitingDigest>>;
export type RationSide = keyof Rations;

const unused: Ration = { hour: 0, ofHour: 0, ofDay: 0, digestFrom: 0, waiting: null };

export const noRations: Rations = { in: unused, out: unused };

/** In the order in which digests go out: what left is what a reader may still have to act on. */
export const rationSides = ['out', 'in'] as const satisfies readonly RationSide[];

/** The digests that have something to tell. */
export function waitingDigests(rations: Rations): readonly WaitingDigest[] {
  return rationSides.map((side) => rations[side].waiting).filter((waiting) => waiting !== null);
}

/** Whether a transfer is not told yet: the digest that its row names is not out. */
export function isUntold(
  { status, digest }: { readonly status: RowStatus; readonly digest: string | null },
  rations: Rations,
): boolean {
  return status === 'waiting' && waitingDigests(rations).some((waiting) => waiting.digest === digest);
}
