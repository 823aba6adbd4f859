import type { EpochMilliseconds } from '../../chain/units.ts';
import { isKnownToken, isSurelyReal } from '../../spam/known-token.ts';
import { type RankedTransfer, rankByWorth, ranks } from '../../spam/most-worth.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Poll } from '../poll-dependencies.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { isGone, type JudgedTransfer, type Telling } from './judge-transfer.ts';
import { mayDigestNow, sideOf, singlesLeft } from './rations.ts';

/** More transfers in one poll are a storm, in which as many outgoing payments of a rank still get alerts of their own. */
const publishedSingly = 10;

/** Dollars. A thousand smaller payments cost a stranger only cents. */
const leastPayment = 0.01;

/**
 * Decides which transfers get alerts of their own; digests report the rest. In surely real tokens: the ten outgoing ones of most
 * worth, and incoming ones unless there is a storm. In other tokens: as many as the row allows an hour and a day; in a storm only
 * outgoing ones in tokens that the API verifies.
 * @param judged in chain order
 */
export function chooseSingles(
  judged: readonly JudgedTransfer[],
  before: Pick<PollOutcome, 'told' | 'singles' | 'cursor'>,
  { watch, limits }: Pick<Poll, 'watch' | 'limits'>,
  now: EpochMilliseconds,
): readonly JudgedTransfer[] {
  const { everySeconds } = limits.pace;
  const told = judged.filter(({ outcome }) => outcome === 'told').map(({ described }) => described);
  const isStorm = before.told + told.length > publishedSingly;
  const { rations } = before.cursor;
  const left = { in: singlesLeft(rations.in, watch, now), out: singlesLeft(rations.out, watch, now) };
  const singles = [...before.singles];
  const choose = (ranked: RankedTransfer): Telling => {
    const { transfer, rank } = ranked;
    if (isPayment(ranked, watch)) {
      if (!isGone(transfer)) return isStorm ? 'digest' : 'free';
      const ahead = singles.filter((one) => ranks.indexOf(one) <= ranks.indexOf(rank));
      if (ahead.length >= publishedSingly) return 'digest';
      singles.push(rank);
      return rank;
    }
    const side = sideOf(transfer.direction);
    const isLikely = isGone(transfer) && isKnownToken(transfer.token, watch);
    if ((!isStorm || isLikely) && left[side] > 0) {
      left[side] -= 1;
      return 'rationed';
    }
    return mayDigestNow(rations, side, { isStorm, everySeconds, now }) ? 'digest' : 'turn';
  };
  const tellings = new Map(rankByWorth(told, watch).map((one) => [one.transfer, choose(one)]));
  return judged.map((one) => {
    const telling = tellings.get(one.described) ?? null;
    // A payment to an imitation in a surely real token always has an alert of its own.
    const isBuried = telling === 'digest' && one.paidImitation && isSurelyReal(one.described.token, watch);
    return { ...one, telling: isBuried ? 'free' : telling };
  });
}

function isPayment({ transfer, worth }: RankedTransfer, watch: Watch): boolean {
  if (!isSurelyReal(transfer.token, watch) || transfer.value === 0n) return false;
  return isGone(transfer) || (worth ?? leastPayment) >= leastPayment;
}
