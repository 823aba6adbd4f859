import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { describeFor, withCoin } from '../../functions/coin/coin-lookup.ts';
import { coinOf, describedTransfer, exchange, treasury, watchOf } from '../support/alerts.ts';
import { forAll } from '../support/for-all.ts';

const eth = findChain('eth');
const unnamed = parseAddress(`0x${'5'.repeat(40)}`);
/** A transfer without metadata, as in the API's replies of 2022. */
const silent = { name: null, symbol: null, decimals: null };

describe('a described transfer', () => {
  it("never replaces the transfer's values by the coin's", () => {
    const name = fc.option(fc.string(), { nil: null });
    const decimals = fc.option(fc.integer({ min: 0, max: 255 }), { nil: null });
    const words = fc.record({ name, symbol: name, decimals });
    forAll([words, words], (token, coin) => {
      const described = withCoin(describedTransfer({}, { ...token, address: unnamed }), eth, coinOf(coin));
      expect(described.token).toMatchObject({
        name: token.name ?? coin.name,
        symbol: token.symbol ?? coin.symbol,
        decimals: token.decimals ?? coin.decimals,
      });
    });
  });

  it("has a genuine token's own decimals on each chain", () => {
    const usdcOfBinance = parseAddress('0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d');
    const transfer = describedTransfer({}, { ...silent, address: usdcOfBinance });
    expect(withCoin(transfer, findChain('bsc'), null).token).toMatchObject({ symbol: 'USDC', decimals: 18 });
    expect(withCoin(transfer, eth, null).token).toMatchObject(silent);
    const other = { decimals: 9, address: unnamed };
    expect(withCoin(describedTransfer({}, other), eth, null).token.decimals).toBe(9);
  });

  it("has our own list's decimals for a genuine token, whatever the API and the coin say", () => {
    const lie = { name: 'Free money', symbol: 'FREE', decimals: 18 };
    const { token } = withCoin(describedTransfer({}, lie), eth, coinOf({ ...lie, decimals: 2 }));
    expect(token).toMatchObject({ name: 'USD Coin', symbol: 'USDC', decimals: 6 });
  });
});

it('a transfer between two other addresses counts as incoming', () => {
  const transfer = describedTransfer();
  const coin = coinOf();
  const sides = [exchange, treasury, unnamed];
  const seen = sides.map((wallet) => describeFor(watchOf({ wallet }), transfer, coin));
  expect(seen.map(({ direction }) => direction)).toEqual(['out', 'in', 'in']);
  expect(seen[0]).toMatchObject({ value: transfer.value, coin });
});
