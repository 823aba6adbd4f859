import { readAddress } from '../chain/address.ts';
import type { Imitation } from '../spam/poisoning/imitations.ts';

const markLength = 8;

/**
 * One text for each imitated address: `address told found`. `told` and `found` are the marks of its imitations, joined; a `?`
 * behind the address means that it was never paid in a known token.
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

export function readImitations(entries: readonly string[]): ReadonlyMap<string, Imitation> {
  const imitations = new Map<string, Imitation>();
  for (const entry of entries) {
    const [name = '', told = '', found = ''] = entry.split(' ');
    const address = readAddress(name.slice(0, 42));
    if (address === null) continue;
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
