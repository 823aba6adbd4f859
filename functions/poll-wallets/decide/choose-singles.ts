import { isKnownToken, isSurelyReal } from '../../spam/known-token.ts';
import { type RankedTransfer, rankByWorth } from '../../spam/most-worth.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import { isGone, type JudgedTransfer, type SingleKind } from './judge-transfer.ts';

/** More than this of one wallet in one poll is a storm; so many outgoing transfers of a kind keep their own alerts in it. */
export const publishedSingly = 10;

/**
 * The kinds that share the ten of each kind. What is worth less uses up nothing of what is worth more, also where it came
 * first. What the API alone vouches for has ten apart: a thief may write ten of those into the block of his theft.
 */
const sharing: Readonly<Record<SingleKind, readonly SingleKind[]>> = {
  money: ['money'],
  trusted: ['money', 'trusted'],
  dust: ['money', 'trusted', 'dust'],
  vouched: ['vouched'],
};

/** How many of each kind a poll has told singly. */
export type SinglesTold = Readonly<Record<SingleKind, number>>;

export const noSingles: SinglesTold = { money: 0, trusted: 0, dust: 0, vouched: 0 };

/**
 * The transfers, those marked that keep alerts of their own in a storm: of what went out in surely real tokens the ten of
 * most worth in a poll, as far as its reads have shown them together.
 * @param judged in chain order
 * @param before what this poll has told singly already
 */
export function chooseSingles(
  judged: readonly JudgedTransfer[],
  watch: Watch,
  before: SinglesTold,
): readonly JudgedTransfer[] {
  const gone = judged
    .filter(({ outcome }) => outcome === 'told')
    .map(({ described }) => described)
    .filter((described) => isGone(described) && isKnownToken(described.token, watch));
  const counts = { ...before };
  const kinds = new Map<DescribedTransfer, SingleKind>();
  for (const ranked of rankByWorth(gone, watch)) {
    const kind = kindOf(ranked, watch);
    const used = sharing[kind].reduce((sum, one) => sum + counts[one], 0);
    if (used >= publishedSingly) continue;
    counts[kind] += 1;
    kinds.set(ranked.transfer, kind);
  }
  return judged.map((one) => ({ ...one, single: kinds.get(one.described) ?? null }));
}

function kindOf({ transfer: { token }, rank }: RankedTransfer, watch: Watch): SingleKind {
  if (!isSurelyReal(token, watch)) return 'vouched';
  return rank === 'money' || rank === 'trusted' ? rank : 'dust';
}

/** What a poll has told singly once these are dealt with. */
export function addSingles(before: SinglesTold, judged: readonly JudgedTransfer[]): SinglesTold {
  const counts = { ...before };
  for (const { single } of judged) if (single !== null) counts[single] += 1;
  return counts;
}
