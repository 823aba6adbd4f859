import * as z from 'zod';
import type { BlockNumber, EpochMilliseconds } from '../chain/units.ts';

/** DynamoDB's numbers come as texts. */
export const whole = z.coerce.number();
export const blockNumber: z.ZodType<BlockNumber> = whole;
export const time: z.ZodType<EpochMilliseconds> = whole;

/** A digest to come. The rows of its transfers name it, and count as reported once it is committed. */
const waitingDigest = z.object({
  digest: z.string(),
  from: blockNumber,
  to: blockNumber,
  /** 0: due in the poll that found the transfers. */
  due: time,
  /** Transfers hidden as spam in the same batches. */
  hidden: whole,
});

const ration = z.object({
  /** The clock hour since 1970 of the last rationed alert, and how many that hour and its UTC day had. */
  hour: whole,
  ofHour: whole,
  ofDay: whole,
  /** No digest is published before this time. */
  digestFrom: time,
  waiting: waitingDigest.nullable(),
});

/** How many single alerts a wallet had, and the digest of the rest. Transfers to itself count as `in`. */
export const storedRations = z.object({ in: ration, out: ration });

export type Rations = Readonly<z.infer<typeof storedRations>>;
export type Ration = Readonly<z.infer<typeof ration>>;
export type WaitingDigest = Readonly<z.infer<typeof waitingDigest>>;
export type RationSide = keyof Rations;

const unused: Ration = { hour: 0, ofHour: 0, ofDay: 0, digestFrom: 0, waiting: null };

export const noRations: Rations = { in: unused, out: unused };

/** Outgoing digests come first: the reader may have to act on them. */
export const rationSides = ['out', 'in'] as const satisfies readonly RationSide[];

export function waitingDigests(rations: Rations): readonly WaitingDigest[] {
  return rationSides.map((side) => rations[side].waiting).filter((waiting) => waiting !== null);
}
