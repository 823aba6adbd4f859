import { knownDecimals } from '../transfer/amount.ts';
import type { DescribedTransfer } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import { isKnownToken } from './known-token.ts';
import { dustBelow, roughWorth } from './rough-worth.ts';

/**
 * The order in which readers look for transfers:
 * - `money`: a rough worth of at least ten dollars, in a token that is genuine by our own list. Owners who look for a
 *   theft find it here, however many other tokens came along.
 * - `trusted`: tokens that the row trusts and whose price is unknown.
 * - `known`: other known tokens, and dust of genuine ones. These include real payments in tokens that our list lacks, but
 *   anyone can have a contract verified for a few dollars and send millions of its token.
 * - `unknown`: tokens that anybody can make up.
 */
export const ranks = ['money', 'trusted', 'known', 'unknown'] as const;
export type Rank = (typeof ranks)[number];

/** A transfer with its rank among others. */
export interface RankedTransfer {
  readonly transfer: DescribedTransfer;
  readonly rank: Rank;
  /** The rough worth in US dollars; null if unknown. */
  readonly worth: number | null;
}

/**
 * Sorts the transfers by rank. Within a rank, transfers of known worth go by worth. Of other tokens, each token's largest
 * transfer comes before any token's second: amounts of two tokens can't be compared, and a token that counts in millions must
 * not push out the only payment in another. Then the amount in token units decides; unknown decimals come last.
 * @param transfers in chain order, which decides between equals
 */
export function rankByWorth(
  transfers: readonly DescribedTransfer[],
  watch: Pick<Watch, 'chain' | 'trustedTokens'>,
): RankedTransfer[] {
  const candidates = transfers.map((transfer): RankedTransfer => {
    const worth = roughWorth(watch.chain.id, transfer.token, transfer.value);
    return { transfer, worth, rank: rankOf(transfer, worth, watch) };
  });
  const groups = Map.groupBy(candidates, ({ worth, rank, transfer }) =>
    worth === null ? transfer.token.address : rank,
  );
  const placed = Array.from(groups.values(), (group) =>
    group.toSorted(withinGroup).map((one, place) => ({ one, place })),
  );
  return placed
    .flat()
    .toSorted(
      (a, b) =>
        ranks.indexOf(a.one.rank) - ranks.indexOf(b.one.rank) ||
        a.place - b.place ||
        byAmount(a.one.transfer, b.one.transfer),
    )
    .map(({ one }) => one);
}

function rankOf(
  { token }: DescribedTransfer,
  worth: number | null,
  watch: Pick<Watch, 'chain' | 'trustedTokens'>,
): Rank {
  if (worth !== null) return worth < dustBelow ? 'known' : 'money';
  if (watch.trustedTokens.has(token.address)) return 'trusted';
  return isKnownToken(token, watch) ? 'known' : 'unknown';
}

/** Compares two transfers of one token, or two of known worth. */
function withinGroup(a: RankedTransfer, b: RankedTransfer): number {
  return a.worth !== null && b.worth !== null ? b.worth - a.worth : byAmount(a.transfer, b.transfer);
}

/** The larger amount first, compared exactly, on a scale for both. */
function byAmount(a: DescribedTransfer, b: DescribedTransfer): number {
  const decimalsA = knownDecimals(a.token.decimals);
  const decimalsB = knownDecimals(b.token.decimals);
  if ((decimalsA === null) !== (decimalsB === null)) return decimalsA === null ? 1 : -1;
  const left = a.value * 10n ** BigInt(decimalsB ?? 0);
  const right = b.value * 10n ** BigInt(decimalsA ?? 0);
  if (left === right) return 0;
  return left > right ? -1 : 1;
}
