import { isKnownToken } from '../../spam/known-token.ts';
import { formatAmount } from '../../transfer/amount.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { DigestTotal } from '../alert.ts';
import { alertTokenOf } from './alert-parts.ts';

/**
 * Exact sums by token address and direction: tokens that the row trusts first, then other known ones, and of equal ones
 * those of the most transfers. By address and never by symbol: anyone can make another USDC. The token is described as its newest transfer does.
 * @param transfers in chain order
 */
export function digestTotals(
  transfers: readonly DescribedTransfer[],
  watch: Pick<Watch, 'chain' | 'trustedTokens'>,
): DigestTotal[] {
  const groups = Map.groupBy(transfers, ({ token, direction }) => `${token.address} ${direction}`);
  return Array.from(groups.values(), totalOf)
    .filter((total) => total !== null)
    .toSorted((a, b) => knownRank(b, watch) - knownRank(a, watch) || b.count - a.count);
}

function knownRank({ token }: DigestTotal, watch: Pick<Watch, 'chain' | 'trustedTokens'>): number {
  if (watch.trustedTokens.has(token.address)) return 2;
  return isKnownToken(token, watch) ? 1 : 0;
}

function totalOf(group: readonly DescribedTransfer[]): DigestTotal | null {
  const newest = group.at(-1);
  if (newest === undefined) return null;
  const token = alertTokenOf(newest.token);
  const sum = group.reduce((sofar, { value }) => sofar + value, 0n);
  return {
    token,
    direction: newest.direction,
    count: group.length,
    value: sum.toString(),
    amount: formatAmount(sum, token.decimals),
  };
}
