import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { contractsCalled } from '../../functions/chain/genuine-tokens.ts';
import { isDollar, isUnderMinUsd, type Price, withWorth, worthOf } from '../../functions/prices/price.ts';
import { describedTransfer, usdc } from '../support/alerts.ts';

const at = Date.parse('2026-01-02T03:04:00.000Z');
const price = (dollars: string, confidence = 0.99): Price => ({ dollars, at, confidence });
const euro = parseAddress('0x1abaea1f7c830bd89acc67ec4af516284b1bc33c');

describe('the worth of a transfer', () => {
  it.each([
    [2_500_000_000_000_000_000n, 18, '3000', '7500'],
    [1n, 18, '3000', '0'],
    [12_500_500_000n, 6, '0.9998', '12498'],
    [123_456_789n, 8, '97123.455', '119905.5'],
    [1_000_000n, 0, '0.000000001', '0'],
    [5_000_000_000n, 0, '0.000000001', '5'],
  ])('is exact to the cent: %s of %s decimals at %s are %s', (value, decimals, dollars, amount) => {
    expect(worthOf(value, { decimals }, price(dollars))).toEqual({
      amount,
      price: dollars,
      at: '2026-01-02T03:04:00.000Z',
      confidence: 0.99,
    });
  });

  it('is unknown if the decimals are unknown', () => {
    expect(worthOf(1n, { decimals: null }, price('1'))).toBeNull();
  });

  it.each([
    ['mined a minute before the price', '2026-01-02T03:03:00.000Z', '12498'],
    ['without a time', null, '12498'],
    ['mined two hours before', '2026-01-02T01:04:00.000Z', undefined],
  ])('of a transfer %s', (_, blockTimestamp, amount) => {
    const transfer = describedTransfer({ blockTimestamp }, { address: euro });
    expect(withWorth(transfer, '0x1', price('0.9998'), at).usd?.amount).toBe(amount);
  });

  it('is unknown if the price is two hours old', () => {
    const transfer = describedTransfer({ blockTimestamp: null }, { address: euro });
    expect(withWorth(transfer, '0x1', price('0.9998'), at + 7_200_000).usd).toBeNull();
  });

  it("in dollar stablecoins does not depend on the transfer's age", () => {
    const transfer = describedTransfer({ blockTimestamp: '2020-01-02T01:04:00.000Z' });
    expect(withWorth(transfer, '0x1', price('1', 1), at).usd?.amount).toBe('12500.5');
  });
});

it('a dollar is a genuine dollar stablecoin of our own list, neither a euro nor the same address on another chain', () => {
  expect(isDollar('0x1', { address: usdc })).toBe(true);
  expect(isDollar('0x1', { address: euro })).toBe(false);
  expect(isDollar('0x89', { address: usdc })).toBe(false);
  expect(isDollar('0x1', { address: null })).toBe(false);
});

it('bridged stablecoins are dollars; those on Fantom, a euro and a coin that lost its peg are not', () => {
  const isOne = (chainId: string, symbol: string) => {
    const [address = ''] = contractsCalled(chainId, symbol);
    return isDollar(chainId, { address: parseAddress(address) });
  };
  expect(isOne('0xa4b1', 'USD₮0')).toBe(true);
  expect(isOne('0x2105', 'USDbC')).toBe(true);
  expect(['DAI.e', 'USDC.e', 'WETH.e'].map((symbol) => isOne('0xa86a', symbol))).toEqual([true, true, false]);
  expect(['fUSDT', 'USDC', 'DAI'].map((symbol) => isOne('0xfa', symbol))).toEqual([false, false, false]);
  expect(['DAI', 'EURe', 'MIM'].map((symbol) => isOne('0x1', symbol))).toEqual([true, false, false]);
});

/** Of USDC. */
const worth = (amount: string, price: string, confidence = 1) => {
  const token = { ...describedTransfer().token, decimals: 6 };
  const [whole = '', fraction = ''] = amount.split('.');
  const value = BigInt(whole + fraction.padEnd(6, '0'));
  return { value, token, usd: worthOf(value, token, { dollars: price, at, confidence }) };
};

it.each([
  ['99.99', '1', 0.99, '100', true],
  ['100', '1', 0.99, '100', false],
  // Rounded to cents it would be 100.
  ['99.999999', '1', 0.99, '100', true],
  ['100', '0.99996', 0.99, '100', true],
  ['100.01', '0.99996', 0.99, '100', false],
  ['1', '1', 0.89, '100', false],
  ['1', '1', 0.9, '100', true],
  ['0', '1', 1, '0', false],
  ['9'.repeat(400), '1', 1, '100', false],
])(
  '%s at $%s, with confidence %s, are under a minUsd of %s: %s',
  (amount, price, confidence, minUsd, under) => {
    const transfer = worth(amount, price, confidence);
    expect(isUnderMinUsd(transfer, { minUsd })).toBe(under);
    expect(isUnderMinUsd({ ...transfer, usd: null }, { minUsd })).toBe(false);
  },
);
