import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Address, parseAddress } from '../../../functions/chain/address.ts';
import { alikeDigits, alikeness } from '../../../functions/spam/poisoning/alike-digits.ts';
import { findLookalike } from '../../../functions/spam/poisoning/find-lookalike.ts';
import { chanceOfPair, falseWarnings } from './chance.ts';
import { evidence, later, received } from './history.ts';

const page = readFileSync(new URL('../../../docs/poisoning.md', import.meta.url), 'utf8');

/** Mulberry32: the same addresses in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function addresses(random: () => number, count: number): Address[] {
  const word = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return Array.from({ length: count }, () => parseAddress(`0x${word()}${word()}${word()}${word()}${word()}`));
}

describe('the chance of a lookalike by accident', () => {
  it.each([6, 7, 8, 9, 10])('of %i digits is the one on the page', (digits) => {
    expect(page).toContain(`| ${digits} | ${chanceOfPair(digits).toExponential(2)} |`);
  });

  it.each([
    [200, { nothing: 10_000, little: 0, money: 0 }],
    [200, { nothing: 1_000, little: 100, money: 100 }],
    [50, { nothing: 1_000, little: 100, money: 100 }],
    [200, { nothing: 100_000, little: 10_000, money: 10_000 }],
  ])('is a false warning in so many years as the page says: %i paid, %o a year', (paid, strangers) => {
    const { nothing, little, money } = strangers;
    const [a, b, c] = [nothing, little, money].map((count) => count.toLocaleString('en'));
    const expected = falseWarnings(paid, strangers);
    const row = `| ${paid} | ${a} | ${b} | ${c} | ${expected.toPrecision(2)} |`;
    expect(page).toContain(`${row} ${Math.round(1 / expected).toLocaleString('en')} |`);
  });

  it('is below 2 % a year for 200 paid addresses and 10,000 strangers who all send nothing', () => {
    expect(falseWarnings(200, { nothing: 10_000, little: 0, money: 0 })).toBeLessThan(0.02);
  });

  it('is what pairs with six digits in common, drawn at random, come to', () => {
    const random = seeded(20_250_128);
    const found = new Map([
      [7, 0],
      [8, 0],
    ]);
    const drawn = 200_000;
    const [paid] = addresses(random, 1);
    if (paid === undefined) throw new Error('no address');
    for (const stranger of addresses(random, drawn)) {
      const alike = parseAddress(`${paid.slice(0, 5)}${stranger.slice(5, 39)}${paid.slice(39)}`);
      const digits = alikeness(alikeDigits(paid, alike));
      for (const [needed, count] of found) if (digits >= needed) found.set(needed, count + 1);
    }
    for (const [needed, count] of found) {
      const expected = (drawn * chanceOfPair(needed)) / chanceOfPair(6);
      // Five standard deviations, should anyone change the seed.
      expect(Math.abs(count - expected)).toBeLessThan(5 * Math.sqrt(expected));
    }
  });
});

describe('ten years of 10,000 strangers who send nothing to a wallet that paid 200', () => {
  it('bring hundreds that share two digits at each end, and no warning', () => {
    const random = seeded(1);
    const counterparties = addresses(random, 200).map((address) => ({ address, lastPaidAt: later }));
    let sharingTwo = 0;
    for (const stranger of addresses(random, 100_000)) {
      const transfer = received(stranger, { value: 0n });
      expect(findLookalike(evidence(transfer, { counterparties }))).toBeNull();
      sharingTwo += counterparties.filter(({ address }) => {
        const { samePrefix, sameSuffix } = alikeDigits(address, stranger);
        return samePrefix >= 2 && sameSuffix >= 2;
      }).length;
    }
    expect(sharingTwo).toBeGreaterThan(200); // 305 to expect
  });
});
