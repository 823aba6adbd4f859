import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmount, formatAmount, groupThousands } from '../../functions/transfer/amount.ts';
import { forAll } from '../support/for-all.ts';

const largest = 2n ** 256n - 1n;
const value = fc.bigInt({ min: 0n, max: largest });
const decimals = fc.integer({ min: 0, max: 255 });

/** Converts back to base units, by another way than the code's. */
function baseUnits(amount: string, places: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole) * 10n ** BigInt(places) + BigInt(fraction.padEnd(places, '0') || '0');
}

describe('formatAmount', () => {
  it.each([
    [12_500_000n, 6, '12.5'],
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_000_000n, 6, '1'],
    [10n, 0, '10'],
    [largest, 0, '115792089237316195423570985008687907853269984665640564039457584007913129639935'],
    [largest, 18, '115792089237316195423570985008687907853269984665640564039457.584007913129639935'],
    [largest, 255, `0.${'0'.repeat(177)}${largest}`],
  ])('writes %s with %s decimals as %s', (units, places, amount) => {
    expect(formatAmount(units, places)).toBe(amount);
  });

  it('keeps every digit, in the shortest form, without exponent or grouping', () =>
    forAll([value, decimals], (units, places) => {
      const amount = formatAmount(units, places) ?? '';
      expect(amount).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      expect(baseUnits(amount, places)).toBe(units);
    }));

  it('gives no amount for unknown decimals', () => {
    expect(formatAmount(1n, null)).toBeNull();
  });

  it('also formats sums beyond 2^256', () => {
    expect(formatAmount(largest + largest, 77)).toBe(
      '2.3158417847463239084714197001737581570653996933128112807891516801582625927987',
    );
  });
});

describe('groupThousands', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['1234567.891011', '1,234,567.891011'],
    ['100000', '100,000'],
  ])('shows %s as %s', (amount, shown) => {
    expect(groupThousands(amount)).toBe(shown);
  });

  it('changes no digit', () =>
    forAll([value, decimals], (units, places) => {
      const amount = formatAmount(units, places) ?? '';
      expect(groupThousands(amount).replaceAll(',', '')).toBe(amount);
    }));
});

describe('compareAmount', () => {
  it.each([
    [500_000n, 6, '0.5', 0],
    [499_999n, 6, '0.5', -1],
    [500_001n, 6, '0.5', 1],
    [1n, 0, '0.0000000000000000000000000001', 1],
    [1n, 18, '0.0000000000000000010000000001', -1],
    [0n, 255, '0', 0],
    [0n, 6, '0.000', 0],
    [largest, 0, '115792089237316195423570985008687907853269984665640564039457584007913129639935', 0],
    [largest, 0, '115792089237316195423570985008687907853269984665640564039457584007913129639936', -1],
  ])('compares %s at %s decimals with %s: %s', (units, places, minimum, order) => {
    expect(compareAmount(units, places, minimum)).toBe(order);
  });

  it('orders like the base units', () =>
    forAll([value, value, decimals], (units, other, places) => {
      const order = units === other ? 0 : units < other ? -1 : 1;
      expect(compareAmount(units, places, formatAmount(other, places) ?? '')).toBe(order);
    }));

  it.each(['', '.5', '5.', '-1', '1e3', '1,000', ' 1', '٣'])('refuses "%s" as a minimum', (minimum) => {
    expect(() => compareAmount(1n, 0, minimum)).toThrow(RangeError);
  });
});

it('a minimum that is no plain decimal is refused; the error quotes its beginning', () => {
  expect(() => compareAmount(1n, 6, `1e${'9'.repeat(50)}`)).toThrow(
    `"1e${'9'.repeat(38)}" is not a plain decimal such as 0.5`,
  );
});
