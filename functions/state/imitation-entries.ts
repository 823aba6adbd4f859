import { readAddress } from '../chain/address.ts';
import { alikeDigits, alikeness } from '../spam/poisoning/alike-digits.ts';
import type { Counterparty } from '../spam/poisoning/evidence.ts';
import { addressMark, type Imitation } from '../spam/poisoning/imitations.ts';

/** Characters of an addressMark. */
const markLength = 8;

/**
 * Imitations as attributes of the item, one for each address that is imitated: `address told found`, both the marks of
 * its imitations strung together, with a `?` behind the address where nothing proves that it was paid.
 */
export function writeImitations(imitations: ReadonlyMap<string, Imitation>): string[] {
  const entries = new Map<string, { told: string; found: string }>();
  for (const [mark, { imitates, proven, told }] of imitations) {
    const name = imitates + (proven ? '' : '?');
    const entry = entries.get(name) ?? { told: '', found: '' };
    entries.set(name, entry);
    if (told) entry.told += mark;
    else entry.found += mark;
  }
  return Array.from(entries, ([name, { told, found }]) => `${name} ${told} ${found}`);
}

/**
 * An older version wrote each address that it had warned of, and not whom that imitates: the counterparty that is most
 * alike.
 */
export function readImitations(
  entries: readonly string[],
  counterparties: readonly Counterparty[],
): ReadonlyMap<string, Imitation> {
  const imitations = new Map<string, Imitation>();
  for (const entry of entries) {
    const [name = '', told, found = ''] = entry.split(' ');
    const address = readAddress(name.slice(0, 42));
    if (address === null) continue;
    if (told === undefined) {
      const [closest] = counterparties
        .map((paid) => ({ paid: paid.address, digits: alikeness(alikeDigits(paid.address, address)) }))
        .filter(({ paid, digits }) => digits > 0 && paid !== address)
        .sort((a, b) => b.digits - a.digits);
      if (closest !== undefined)
        imitations.set(addressMark(address), { imitates: closest.paid, proven: true, told: true });
      continue;
    }
    const proven = !name.endsWith('?');
    for (const mark of marksIn(told)) imitations.set(mark, { imitates: address, proven, told: true });
    for (const mark of marksIn(found)) imitations.set(mark, { imitates: address, proven, told: false });
  }
  return imitations;
}

function marksIn(text: string): string[] {
  return Array.from({ length: text.length / markLength }, (_, i) =>
    text.slice(i * markLength, (i + 1) * markLength),
  );
}
