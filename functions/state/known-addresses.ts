import * as z from 'zod';
import { type Address, parseAddress, readAddress } from '../chain/address.ts';
import type { EpochMilliseconds } from '../chain/units.ts';
import type { Imitation, PaidAddress } from '../spam/poisoning/evidence.ts';
import { rememberPayment } from '../spam/poisoning/remember-payment.ts';

/** What the poisoning rules know about addresses. Only polls with news read and write this item. */
export interface KnownAddresses {
  /** The last batch that is included; 0: none. */
  readonly version: number;
  /** Whom the wallet paid, newest first. */
  readonly counterparties: readonly PaidAddress[];
  /** Addresses that imitate one of those, by addressMark. Each causes one warning and stays an imitation. */
  readonly warnedOf: ReadonlyMap<string, Imitation>;
  /** The UTC day of the last warning, such as `2026-01-02`, and the number of warnings on that day; null: there was no warning yet. */
  readonly warnedToday: { readonly day: string; readonly count: number } | null;
  readonly spenders: readonly Address[];
}

const address = z.string().transform((text) => parseAddress(text));
const nullableText = z.string().nullable().default(null);
const imitation = z.object({ imitates: address, proven: z.boolean(), told: z.boolean() });

/** What one transfer of the ledger teaches. */
export const learnt = z.object({
  paid: z.object({ address, lastPaidAt: nullableText, proven: z.boolean() }).nullable().default(null),
  /** By addressMark; null: the address no longer counts as an imitation. */
  imitations: z.array(z.tuple([z.string(), imitation.nullable()]).readonly()).readonly(),
  warnedOn: nullableText,
  approved: address.optional(),
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
    if (paid !== null)
      counterparties = rememberPayment(counterparties, paid.address, paid.lastPaidAt, paid.proven);
    for (const [mark, imitation] of imitations) {
      const before = warnedOf.get(mark);
      // Later transfers of the same poll were judged before the warning was published.
      const told = before?.told === true && before.proven === imitation?.proven;
      if (imitation === null) warnedOf.delete(mark);
      else warnedOf.set(mark, { ...imitation, told: imitation.told || told });
    }
    if (day !== null) warnedToday = { day, count: warnedOn(day, { warnedToday }) + 1 };
    if (approved !== undefined) spenders = [...new Set([approved, ...spenders])].slice(0, maxSpenders);
  }
  return { version: batch, counterparties, warnedOf, warnedToday, spenders };
}

export function warnedOn(day: string, { warnedToday }: Pick<KnownAddresses, 'warnedToday'>): number {
  return warnedToday?.day === day ? warnedToday.count : 0;
}

const item = z.object({
  version: z.coerce.number(),
  counterparties: z
    .array(z.string())
    .transform((entries) => entries.map(readPaidAddress).filter((known) => known !== null)),
  warnedOf: z.array(z.string()).transform(readImitations),
  warnedToday: z.object({ day: z.string(), count: z.coerce.number() }).nullable(),
  spenders: z.array(address),
  expiresAt: z.coerce.number().default(Number.POSITIVE_INFINITY),
});

export function toKnownAddressesItem(known: KnownAddresses): Record<string, unknown> {
  return {
    ...known,
    counterparties: known.counterparties.map(writePaidAddress),
    warnedOf: writeImitations(known.warnedOf),
  };
}

/** @throws ZodError if the item is not one that toKnownAddressesItem made */
export function fromKnownAddressesItem(stored: unknown, now: EpochMilliseconds): KnownAddresses {
  const { expiresAt, ...known } = item.parse(stored);
  return expiresAt * 1_000 <= now ? { ...nobodyKnown, version: known.version } : known;
}

/** `address lastPaidAt`, and ` ?` if the payment is not proven. */
function writePaidAddress({ address, lastPaidAt, proven }: PaidAddress): string {
  return `${address} ${lastPaidAt ?? ''}${proven ? '' : ' ?'}`;
}

function readPaidAddress(entry: string): PaidAddress | null {
  const [text, lastPaidAt, doubt] = entry.split(' ');
  const address = readAddress(text);
  return address === null ? null : { address, lastPaidAt: lastPaidAt || null, proven: doubt !== '?' };
}

/**
 * One text for each imitated address: `address told found`. `told` and `found` are the marks of its imitations, joined; a `?`
 * behind the address means that it was never paid in a known token.
 */
function writeImitations(imitations: ReadonlyMap<string, Imitation>): string[] {
  const named = Map.groupBy(imitations, ([, { imitates, proven }]) => imitates + (proven ? '' : '?'));
  return Array.from(named, ([name, ofName]) => {
    const marksOf = (told: boolean) => ofName.flatMap(([mark, one]) => (one.told === told ? mark : []));
    return `${name} ${marksOf(true).join('')} ${marksOf(false).join('')}`;
  });
}

function readImitations(entries: readonly string[]): ReadonlyMap<string, Imitation> {
  const imitations = new Map<string, Imitation>();
  for (const entry of entries) {
    const [name = '', ...marks] = entry.split(' ');
    const imitates = readAddress(name.slice(0, 42));
    if (imitates === null) continue;
    const proven = !name.endsWith('?');
    for (const [i, joined] of marks.entries())
      for (const mark of joined.match(/.{8}/g) ?? [])
        imitations.set(mark, { imitates, proven, told: i === 0 });
  }
  return imitations;
}
