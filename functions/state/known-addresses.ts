import { isDeepStrictEqual } from 'node:util';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { parseAddress } from '../chain/address.ts';
import type { EpochMilliseconds } from '../chain/units.ts';
import { rememberPayment } from '../spam/poisoning/address-book.ts';
import type { Imitation, PaidAddress } from '../spam/poisoning/evidence.ts';

/** The poisoning rules' memory of addresses. Only polls with news read and write this item. */
export interface KnownAddresses {
  /** The last batch that is included; 0: none. */
  readonly version: number;
  /** The wallet's payees, newest first. */
  readonly counterparties: readonly PaidAddress[];
  /** Imitations of payees, by addressHash. Each causes one warning and stays an imitation. */
  readonly warnedOf: ReadonlyMap<string, Imitation>;
  /** The UTC day of the last warning, such as `2026-01-02`, and that day's number of warnings; null: none yet. */
  readonly warnedToday: { readonly day: string; readonly count: number } | null;
  /** Approved spenders, the last first. */
  readonly spenders: readonly Spender[];
}

const address = z.string().transform((text) => parseAddress(text));
const nullableText = z.string().nullable().default(null);
const imitation = z.object({ imitates: address, proven: z.boolean(), told: z.boolean() });

/** `proven`: no contract can have made the approval up. */
const spender = z.object({ address, proven: z.boolean() });
type Spender = Readonly<z.infer<typeof spender>>;

/** New knowledge from one transfer of the ledger. */
export const learnt = z.object({
  paid: z.object({ address, lastPaidAt: nullableText, proven: z.boolean() }).nullable().default(null),
  /** By addressHash; null: the address no longer counts as an imitation. */
  imitations: z.array(z.tuple([z.string(), imitation.nullable()]).readonly()).readonly(),
  warnedOn: nullableText,
  approved: spender.optional(),
});

export type Learnt = Readonly<z.infer<typeof learnt>>;

const maxSpenders = 200;

export const nobodyKnown: KnownAddresses = {
  version: 0,
  counterparties: [],
  warnedOf: new Map(),
  warnedToday: null,
  spenders: [],
};

/** `saveAddresses` saves each batch once: learning a batch twice would count its warnings twice. */
export function learn(known: KnownAddresses, batch: number, rows: readonly Learnt[]): KnownAddresses {
  let { counterparties, warnedToday, spenders } = known;
  const warnedOf = new Map(known.warnedOf);
  for (const { paid, imitations, warnedOn: day, approved } of rows) {
    if (paid !== null) counterparties = rememberPayment(counterparties, paid);
    for (const [mark, imitation] of imitations) {
      const before = warnedOf.get(mark);
      // Later transfers of the same poll were judged before the warning was published.
      const told = before?.told === true && before.proven === imitation?.proven;
      if (imitation === null) warnedOf.delete(mark);
      else warnedOf.set(mark, { ...imitation, told: imitation.told || told });
    }
    if (day !== null) warnedToday = { day, count: warnedOn(day, { warnedToday }) + 1 };
    if (approved !== undefined) {
      const others = spenders.filter((one) => !isDeepStrictEqual(one, approved));
      spenders = [approved, ...others].slice(0, maxSpenders);
    }
  }
  return { version: batch, counterparties, warnedOf, warnedToday, spenders };
}

export function warnedOn(day: string, { warnedToday }: Pick<KnownAddresses, 'warnedToday'>): number {
  return warnedToday?.day === day ? warnedToday.count : 0;
}

const item = z.object({
  version: z.coerce.number(),
  pack: z.instanceof(Uint8Array),
  expiresAt: z.coerce.number().default(Number.POSITIVE_INFINITY),
});

type Packed = Omit<KnownAddresses, 'version' | 'warnedOf'> & {
  readonly warnedOf: readonly (readonly [mark: string, Imitation])[];
};

/** Compressed, because a poisoned wallet has thousands of imitations. */
export function toKnownAddressesItem({ version, warnedOf, ...known }: KnownAddresses) {
  const packed: Packed = { ...known, warnedOf: [...warnedOf] };
  return { version, pack: deflateRawSync(JSON.stringify(packed)) };
}

/** Only toKnownAddressesItem makes packs, so their fields are not checked. @throws ZodError if there is none */
export function fromKnownAddressesItem(stored: unknown, now: EpochMilliseconds): KnownAddresses {
  const { version, pack, expiresAt } = item.parse(stored);
  if (expiresAt * 1_000 <= now) return { ...nobodyKnown, version };
  const known: Packed = JSON.parse(inflateRawSync(pack).toString());
  return { ...known, version, warnedOf: new Map(known.warnedOf) };
}
