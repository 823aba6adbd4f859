import * as z from 'zod';
import { readAddress } from '../chain/address.ts';
import type { MarkedImitation } from '../spam/poisoning/address-book.ts';
import type { Counterparty } from '../spam/poisoning/evidence.ts';
import type { Imitation } from '../spam/poisoning/imitations.ts';
import { rememberPayment } from '../spam/poisoning/remember-payment.ts';
import { readImitations, writeImitations } from './imitation-entries.ts';

/** What the poisoning rules know of a watch's addresses: an item of its own, read and written by polls with news alone. */
export interface KnownAddresses {
  /** The batch whose rows it knows last; 0: none. */
  readonly version: number;
  /** Whom the wallet paid, newest first. */
  readonly counterparties: readonly Counterparty[];
  /** Addresses that look like one of those, by addressMark: each is warned of once, and stays an imitation. */
  readonly warnedOf: ReadonlyMap<string, Imitation>;
  /** How many warnings were told on the UTC day of the newest; null: none ever. */
  readonly warnedToday: WarnedToday | null;
}

export interface WarnedToday {
  /** `2026-01-02` */
  readonly day: string;
  readonly count: number;
}

/** What one row teaches. */
export interface Learnt {
  /** Whom the wallet paid by it; null: nobody. */
  readonly paid: Counterparty | null;
  readonly imitations: readonly MarkedImitation[];
  /** The UTC day on which it warned; null: it does not. */
  readonly warnedOn: string | null;
}

export const nobodyKnown: KnownAddresses = {
  version: 0,
  counterparties: [],
  warnedOf: new Map(),
  warnedToday: null,
};

/** What is known once the rows of a batch, in their order, are dealt with. The same for whoever folds them in. */
export function learn(known: KnownAddresses, batch: number, rows: readonly Learnt[]): KnownAddresses {
  let { counterparties, warnedToday } = known;
  const warnedOf = new Map(known.warnedOf);
  for (const { paid, imitations, warnedOn: day } of rows) {
    if (paid !== null)
      counterparties = rememberPayment(counterparties, paid.address, paid.lastPaidAt, paid.proven);
    for (const [mark, imitation] of imitations) {
      const before = warnedOf.get(mark);
      // A transfer behind the warning in the same poll was judged before it was rationed.
      const told = before?.told === true && before.proven === imitation?.proven;
      if (imitation === null) warnedOf.delete(mark);
      else warnedOf.set(mark, { ...imitation, told: imitation.told || told });
    }
    if (day !== null) warnedToday = { day, count: warnedOn(day, { warnedToday }) + 1 };
  }
  return { version: batch, counterparties, warnedOf, warnedToday };
}

/** How many warnings were told on a UTC day. */
export function warnedOn(day: string, { warnedToday }: Pick<KnownAddresses, 'warnedToday'>): number {
  return warnedToday?.day === day ? warnedToday.count : 0;
}

const item = z.object({
  version: z.coerce.number(),
  /** `address lastPaidAt`, and ` ?` where the payment is not proven */
  counterparties: z.array(z.string()),
  /** See imitation-entries.ts. */
  warnedOf: z.array(z.string()),
  warnedToday: z.object({ day: z.string(), count: z.coerce.number() }).nullable(),
  expiresAt: z.coerce.number().default(Number.POSITIVE_INFINITY),
});

export function toKnownAddressesItem(known: KnownAddresses): Record<string, unknown> {
  return {
    ...known,
    counterparties: known.counterparties.map(writeCounterparty),
    warnedOf: writeImitations(known.warnedOf),
  };
}

/** @throws ZodError where the item is not one that toKnownAddressesItem made */
export function fromKnownAddressesItem(stored: unknown, now: number): KnownAddresses {
  const { version, counterparties, warnedOf, warnedToday, expiresAt } = item.parse(stored);
  if (expiresAt * 1_000 <= now) return { ...nobodyKnown, version };
  return {
    version,
    counterparties: counterparties.map(readCounterparty).filter((known) => known !== null),
    warnedOf: readImitations(warnedOf),
    warnedToday,
  };
}

function writeCounterparty({ address, lastPaidAt, proven }: Counterparty): string {
  return `${address} ${lastPaidAt ?? ''}${proven ? '' : ' ?'}`;
}

function readCounterparty(entry: string): Counterparty | null {
  const [text, lastPaidAt, doubt] = entry.split(' ');
  const address = readAddress(text);
  return address === null ? null : { address, lastPaidAt: lastPaidAt || null, proven: doubt !== '?' };
}
