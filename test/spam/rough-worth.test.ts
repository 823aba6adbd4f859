import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { genuineToken, listedTokens } from '../../functions/chain/genuine-tokens.ts';
import { rankByWorth, sureWorth } from '../../functions/spam/rough-worth.ts';
import { describedTransfer, watchOf } from '../support/alerts.ts';

/** Dollars for a hundred units in each listed contract of these tokens, by chain and the contract's own symbol. */
const ofHundred = (symbols: readonly string[]) =>
  listedTokens
    .filter(({ symbol }) => symbols.includes(symbol))
    .flatMap(({ at }) => Object.entries(at))
    .flatMap(([chain, contracts = {}]) =>
      Object.entries(contracts).map(([address, { decimals = 18 }]) => {
        const worth = sureWorth(chain, { address: parseAddress(address) }, 100n * 10n ** BigInt(decimals));
        return [`${chain} ${genuineToken(chain, address)?.symbol}`, worth] as const;
      }),
    );

describe('rough worth', () => {
  it.each([
    [['BTC', 'WBTC', 'BTCB'], 5_000_000],
    [['ETH', 'WETH'], 250_000],
    [['USDC', 'USDT', 'DAI', 'frxUSD', 'GUSD', 'USDD', 'EURe'], 100],
    [['LINK'], 2_000],
    [['AAVE'], 10_000],
  ])('of a bridged %j is that of the original', (symbols, worth) => {
    const found = ofHundred(symbols);
    expect(found.length).toBeGreaterThan(3);
    expect(found.filter(([, dollars]) => Math.abs(dollars - worth) > worth / 1e6)).toEqual([]);
  });

  it.each([
    ['eth', 250_000],
    ['bsc', 50_000],
    ['avalanche', 2_000],
    ['gnosis', 100],
  ])("of a hundred of %s's own coin is %i dollars", (chain, dollars) => {
    expect(sureWorth(findChain(chain).id, { address: null }, 10n ** 20n)).toBe(dollars);
  });

  it('of a trusted token follows its price, if that is sure and above dust', () => {
    const address = parseAddress(`0x${'9'.repeat(40)}`);
    const rankAt = (confidence: number, amount = '5000') => {
      const usd = { amount, price: '1', at: '2026-01-02T03:04:00.000Z', confidence };
      const watch = watchOf({ trustedTokens: new Set([address]) });
      return rankByWorth([describedTransfer({ usd }, { address })], watch)[0]?.rank;
    };
    expect([rankAt(0.9), rankAt(0.89), rankAt(0.9, '9.99')]).toEqual(['money', 'trusted', 'trusted']);
  });

  it("of an unknown chain's coin is a tenth of a dollar, so that a wei is dust", () => {
    const unknown = '0x7a69';
    expect(sureWorth(unknown, { address: null }, 10n ** 21n)).toBe(100);
    const transfer = describedTransfer({ value: 1n }, { address: null });
    const [ranked] = rankByWorth([transfer], watchOf({ chain: findChain(unknown) }));
    expect(ranked).toMatchObject({ worth: expect.closeTo(0), rank: 'known' });
  });
});
