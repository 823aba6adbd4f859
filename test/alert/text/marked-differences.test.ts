import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markDifferences, markDifferencesShort } from '../../../functions/alert/text/imitation-texts.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { lookalikeOf } from '../../spam/poisoning/history.ts';
import { forAll } from '../../support/for-all.ts';

const hexDigit = fc.constantFrom(...'0123456789abcdef');
const anyAddress = fc
  .array(hexDigit, { minLength: 40, maxLength: 40 })
  .map((digits) => parseAddress(`0x${digits.join('')}`));
const anyPair = fc
  .tuple(anyAddress, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 19 }))
  .map(([a, samePrefix, sameSuffix]) => ({
    a,
    b: lookalikeOf(a, samePrefix, sameSuffix),
    samePrefix,
    sameSuffix,
  }));

describe('two addresses that are alike', () => {
  it('show all digits, but neither can be pasted as an address', () =>
    forAll([anyPair], ({ a, b, samePrefix }) => {
      const { first, second } = markDifferences(a, b);
      expect([first, second].map((text) => text.replace(/[[\]]/g, '').toLowerCase())).toEqual([a, b]);
      expect([first, second].map((text) => text.indexOf('['))).toEqual([2 + samePrefix, 2 + samePrefix]);
      expect(() => parseAddress(first)).toThrow();
    }));

  it('also differ in the short form, which has the digits that people look at', () =>
    forAll([anyPair], ({ a, b, samePrefix, sameSuffix }) => {
      const { first, second } = markDifferencesShort(a, b);
      expect(first.toLowerCase()).not.toBe(second.toLowerCase());
      for (const [short, address] of [
        [first, a],
        [second, b],
      ] as const) {
        expect(short.length).toBeLessThanOrEqual(26);
        expect(short).toMatch(/^[0-9a-fx().]+$/i);
        const seen = Math.min(samePrefix, 6);
        expect(short.toLowerCase().slice(0, 2 + seen)).toBe(address.slice(0, 2 + seen));
        const end = Math.min(sameSuffix, 6);
        expect(short.toLowerCase().endsWith(address.slice(42 - end))).toBe(true);
      }
    }));
});
