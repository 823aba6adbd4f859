import { knownDecimals } from '../transfer/amount.ts';
import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import type { Watch } from '../wallet/watch.ts';

/** So many the contract allows in `largest`. */
const most = 5;

interface Candidate {
  readonly transfer: DescribedTransfer;
  readonly trusted: boolean;
  /** Its place among the transfers of its own token, the largest 0. */
  readonly place: number;
}

/**
 * The transfers that a reader most wants to see of many. Nobody here knows prices, and a million of a made-up token is
 * worth nothing, so tokens that no stranger can make up come first: those that the API has verified or the row trusts.
 * Then each token's largest before any token's second: amounts of two tokens say little about each other, and a token
 * that counts in millions shall not push out the one payment in another. Only then the amount in token units; one
 * whose decimals nobody knows comes last.
 */
export function largestTransfers(
  transfers: readonly DescribedTransfer[],
  { trustedTokens }: Pick<Watch, 'trustedTokens'>,
): DescribedTransfer[] {
  const byToken = Map.groupBy(transfers, ({ token }) => token.address);
  const candidates = Array.from(byToken.values(), (group) =>
    group.toSorted(byAmount).map(
      (transfer, place): Candidate => ({
        transfer,
        trusted: transfer.token.verified === true || trustedTokens.has(transfer.token.address),
        place,
      }),
    ),
  );
  return candidates
    .flat()
    .toSorted(
      (a, b) =>
        Number(b.trusted) - Number(a.trusted) || a.place - b.place || byAmount(a.transfer, b.transfer),
    )
    .slice(0, most)
    .map(({ transfer }) => transfer);
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
