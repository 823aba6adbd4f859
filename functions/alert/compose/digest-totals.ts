import { isKnownToken } from '../../spam/known-token.ts';
import { sureWorth } from '../../spam/rough-worth.ts';
import { formatAmount, knownDecimals } from '../../transfer/amount.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { DigestTotal } from '../alert.ts';
import { alertTokenOf } from './alert-parts.ts';

/** So many the contract allows in `largest`. */
const most = 5;

interface Candidate {
  readonly transfer: DescribedTransfer;
  /** Roughly, in US dollars; 0 where nobody can say. */
  readonly worth: number;
  readonly rank: number;
  /** Its place among the transfers of its own token, the largest 0. */
  readonly place: number;
}

/**
 * The transfers that a reader most wants to see of many, in four ranks:
 * 1. Money for sure: ten dollars and more of a token that is genuine by our own list, by what it is roughly worth. The
 *    owner who looks for a theft finds it here, however many other tokens came along.
 * 2. Tokens that the row trusts.
 * 3. Other known tokens. Anyone can have a contract verified for a few dollars, and send millions of its token, so
 *    these stand behind; but a real payment in a token that our list lacks is among them.
 * 4. What anybody can make up.
 *
 * From the second rank on each token's largest comes before any token's second: amounts of two tokens say little about
 * each other, and a token that counts in millions shall not push out the one payment in another. Only then the amount
 * in token units; one whose decimals nobody knows comes last.
 */
export function largestTransfers(
  transfers: readonly DescribedTransfer[],
  watch: Pick<Watch, 'chain' | 'trustedTokens'>,
): DescribedTransfer[] {
  const byToken = Map.groupBy(transfers, ({ token }) => token.address);
  const candidates = Array.from(byToken.values(), (group) =>
    group.toSorted(byAmount).map((transfer, place): Candidate => {
      const worth = sureWorth(watch.chain.id, transfer.token, transfer.value);
      return { transfer, worth, rank: worth > 0 ? 1 : rankOf(transfer, watch), place };
    }),
  );
  return candidates
    .flat()
    .toSorted(
      (a, b) => a.rank - b.rank || b.worth - a.worth || a.place - b.place || byAmount(a.transfer, b.transfer),
    )
    .slice(0, most)
    .map(({ transfer }) => transfer);
}

function rankOf({ token }: DescribedTransfer, watch: Pick<Watch, 'chain' | 'trustedTokens'>): number {
  if (watch.trustedTokens.has(token.address)) return 2;
  return isKnownToken(token, watch) ? 3 : 4;
}

/** The larger amount first, exactly: both values are brought to the finer of the two scales. */
function byAmount(a: DescribedTransfer, b: DescribedTransfer): number {
  const decimalsA = knownDecimals(a.token.decimals);
  const decimalsB = knownDecimals(b.token.decimals);
  if ((decimalsA === null) !== (decimalsB === null)) return decimalsA === null ? 1 : -1;
  const left = a.value * 10n ** BigInt(decimalsB ?? 0);
  const right = b.value * 10n ** BigInt(decimalsA ?? 0);
  if (left === right) return 0;
  return left > right ? -1 : 1;
}

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
