import { readFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { parseAddress } from '../../../functions/chain/address.ts';
import { alikeDigits, alikeness } from '../../../functions/spam/poisoning/find-lookalike.ts';
import { chanceOfPair, falseAlarms, falseWarnings } from './chance.ts';
import { addresses, seeded } from './random-addresses.ts';

const page = readFileSync(new URL('../../../docs/spam.md', import.meta.url), 'utf8');

describe('the chance of a lookalike by accident', () => {
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

  it('is below 2 % a year for 200 paid addresses and 10,000 strangers with zero transfers', () => {
    expect(falseWarnings(200, { nothing: 10_000, little: 0, money: 0 })).toBeLessThan(0.02);
  });

  it.each([100, 10_000])(
    'of a false payment alarm is as docs/spam.md says: %i new receivers a year',
    (count) => {
      const expected = falseAlarms(200, count);
      const figures = [
        count.toLocaleString('en'),
        expected.toPrecision(2),
        Math.round(1 / expected).toLocaleString('en'),
      ];
      expect(page).toContain(`| ${figures.join(' | ')} |`);
      expect(expected).toBeLessThan(0.002);
    },
  );

  it('matches random pairs with six digits in common', () => {
    const drawn = inject('thorough') ? 200_000 : 40_000;
    const [paid = expect.unreachable(), ...strangers] = addresses(seeded(20_250_128), drawn + 1);
    const alike = strangers.map((stranger) => {
      const one = parseAddress(`${paid.slice(0, 5)}${stranger.slice(5, 39)}${paid.slice(39)}`);
      return alikeness(alikeDigits(paid, one));
    });
    for (const needed of [7, 8]) {
      const expected = (drawn * chanceOfPair(needed)) / chanceOfPair(6);
      const found = alike.filter((count) => count >= needed).length;
      // Five standard deviations, in case the seed is changed.
      expect(Math.abs(found - expected)).toBeLessThan(5 * Math.sqrt(expected));
    }
  });
});
