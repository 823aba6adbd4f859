import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../functions/chain/address.ts';
import type { DescribedTransfer } from '../../../functions/transfer/transfer.ts';
import { expectValidAlert } from '../../support/alert-schema.ts';
import { describedTransfer, digestAlert, treasury, usdc } from '../../support/alerts.ts';

const tokenA = parseAddress(`0x${'a'.repeat(40)}`);
const tokenB = parseAddress(`0x${'b'.repeat(40)}`);
const units = (value: bigint, token: Partial<DescribedTransfer['token']> = {}) =>
  describedTransfer({ value }, token);
const largestOf = (transfers: readonly DescribedTransfer[], trustedTokens = new Set<typeof usdc>()) =>
  digestAlert({ watch: { trustedTokens }, transfers }).digest.largest.map(
    ({ token, value }) => `${token.address?.slice(0, 4)} ${value}`,
  );

describe('a digest', () => {
  it('has every field, in the form that readers rely on', () => {
    const transfers = [
      describedTransfer({ blockNumber: 10 }),
      describedTransfer({ blockNumber: 12, value: 1n }, { address: tokenB }),
      describedTransfer({ blockNumber: 15, value: 500_000n }),
    ];
    const alert = digestAlert({ transfers, hidden: 7 });
    expectValidAlert(JSON.stringify(alert));
    const { token } = describedTransfer();
    expect(alert).toEqual({
      version: 1,
      id: 'd1',
      type: 'transfers.digest',
      severity: 'info',
      wallet: { address: treasury, chain: 'eth', chainId: '0x1', label: 'Treasury', tags: ['ops'] },
      digest: {
        count: 3,
        fromBlock: 10,
        toBlock: 15,
        totals: [
          { token, direction: 'in', count: 2, value: '12501000000', amount: '12501' },
          {
            token: { ...token, address: tokenB },
            ...{ direction: 'in', count: 1, value: '1', amount: '0.000001' },
          },
        ],
        largest: ['12500.5', '0.5', '0.000001'].map((amount) => expect.objectContaining({ amount })),
        hidden: 7,
      },
      coin: null,
      verdict: null,
      detectedAt: '2026-01-02T03:06:12.345Z',
    });
  });

  it("ranks by the hour's price if it is sure, and never by a price that a stranger may have made", () => {
    const usd = { amount: '90000.5', price: '1', at: '2026-01-02T03:00:00.000Z' };
    const priced = (address: typeof tokenA, confidence: number) =>
      describedTransfer({ value: 1n, usd: { ...usd, confidence } }, { address, verified: null });
    const trusted = new Set([tokenA]);
    expect(largestOf([units(12_000_000_000n), priced(tokenA, 0.95)], trusted)[0]).toBe('0xaa 1');
    expect(largestOf([units(12_000_000_000n), priced(tokenA, 0.8)], trusted)[0]).toBe('0xa0 12000000000');
    expect(largestOf([units(12_000_000_000n), priced(tokenB, 0.95)], trusted)[0]).toBe('0xa0 12000000000');
  });

  it('sums exactly beyond 2^256', () => {
    const most = 2n ** 256n - 1n;
    const alert = digestAlert({ transfers: Array.from({ length: 2_000 }, () => units(most)) });
    expectValidAlert(JSON.stringify(alert));
    expect(alert.digest.totals[0]?.value).toBe(String(most * 2_000n));
  });

  it('describes a token as its newest transfer does', () => {
    const transfers = [
      units(1n, { symbol: 'OLD', decimals: null }),
      units(1n, { symbol: 'NEW', decimals: 0 }),
    ];
    const totalOf = (some: DescribedTransfer[]) => digestAlert({ transfers: some }).digest.totals;
    expect(totalOf(transfers)).toMatchObject([{ token: { symbol: 'NEW' }, value: '2', amount: '2' }]);
    expect(totalOf(transfers.toReversed())).toMatchObject([{ token: { symbol: 'OLD' }, amount: null }]);
  });

  it('has the token with the most transfers first', () => {
    const [one, other] = [units(9n, { address: tokenA }), units(1n, { address: tokenB })];
    const { totals } = digestAlert({ transfers: [one, other, other] }).digest;
    expect(totals.map(({ token }) => token.address)).toEqual([tokenB, tokenA]);
  });
});

describe('the totals of a digest', () => {
  it('put trusted tokens first, then known ones, however many transfers others have', () => {
    const made = Array.from({ length: 3 }, () => units(1n, { address: tokenA, verified: false }));
    const known = [units(1n), units(1n)];
    const trusted = units(1n, { address: tokenB, verified: null });
    const { digest } = digestAlert({
      watch: { trustedTokens: new Set([tokenB]) },
      transfers: [...made, ...known, trusted],
    });
    expect(digest.totals.map(({ token }) => token.address)).toEqual([tokenB, usdc, tokenA]);
  });
});

describe('the largest of a digest', () => {
  it('are five at most, the largest amount first, with any decimals', () => {
    const transfers = [
      units(5_000_000n),
      units(6n, { address: tokenA, decimals: 0 }),
      units(40n, { address: tokenB, decimals: 1 }),
    ];
    expect(largestOf(transfers)).toEqual(['0xaa 6', '0xa0 5000000', '0xbb 40']);
    const six = largestOf([1n, 2n, 3n, 4n, 5n, 6n].map((value) => units(value)));
    expect(six).toEqual(['0xa0 6', '0xa0 5', '0xa0 4', '0xa0 3', '0xa0 2']);
  });

  it('put tokens that nobody can make up before all others', () => {
    const made = units(10n ** 30n, { address: tokenA, verified: false });
    expect(largestOf([made, units(1n)])).toEqual(['0xa0 1', `0xaa ${10n ** 30n}`]);
    const trusted = units(0n, { address: tokenB, verified: null });
    expect(largestOf([made, trusted], new Set([tokenB]))).toEqual(['0xbb 0', `0xaa ${10n ** 30n}`]);
  });

  it('have one of each token before a second of any', () => {
    const many = [9n, 8n, 7n, 6n, 5n].map((value) => units(value, { address: tokenA, decimals: 0 }));
    expect(largestOf([...many, units(1n)]).slice(0, 3)).toEqual(['0xaa 9', '0xa0 1', '0xaa 8']);
  });

  it('have amounts of unknown decimals last', () => {
    expect(largestOf([units(10n ** 9n, { address: tokenA, decimals: null }), units(1n)])[0]).toBe('0xa0 1');
    const unknown = [1n, 3n, 2n].map((value) => units(value, { decimals: null }));
    expect(largestOf(unknown)).toEqual(['0xa0 3', '0xa0 2', '0xa0 1']);
  });
});
