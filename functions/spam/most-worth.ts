import { knownDecimals } from '../transfer/amount.ts';
import type { DescribedTransfer } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import { isKnownToken } from './known-token.ts';
import { dustBelow, roughWorth } from './rough-worth.ts';

/**
 * What a reader looks for, first to last:
 * - `money`: ten dollars and more of a token that is genuine by our own list, by what it is roughly worth. The owner who
 *   looks for a theft finds it here, however many other tokens came along.
 * - `trusted`: tokens that the row trusts and nobody here knows a price of.
 * - `known`: other known tokens, and dust of the genuine ones. Anyone can have a contract verified for a few dollars, and
 *   send millions of its token, so these stand behind; but a real payment in a token that our list lacks is among them.
 * - `unknown`: what anybody can make up.
 */
export const ranks = ['money', 'trusted', 'known', 'unknown'] as const;
export type Rank = (typeof ranks)[number];

/** A transfer with its rank among others. */
export interface RankedTransfer {
  readonly transfer: DescribedTransfer;
  readonly rank: Rank;
  /** Roughly, in US dollars; null where nobody can say. */
  readonly worth: number | null;
}

/**
 * The transfers by rank. Within a rank those of known worth go by it; of any other token the largest comes before any
 * token's second: amounts of two tokens say little about each other, and a token that counts in millions shall not push out
 * the one payment in another. Then the amount in token units decides; one whose decimals nobody knows comes last.
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

/** Of one token, or of those whose worth is known. */
function withinGroup(a: RankedTransfer, b: RankedTransfer): number {
  return a.worth !== null && b.worth !== null ? b.worth - a.worth : byAmount(a.transfer, b.transfer);
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
