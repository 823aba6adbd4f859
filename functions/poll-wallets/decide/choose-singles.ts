import { isKnownToken, isSurelyReal } from '../../spam/known-token.ts';
import { type RankedTransfer, rankByWorth, ranks } from '../../spam/most-worth.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollLimits } from '../poll-dependencies.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { isGone, type JudgedTransfer, type Telling } from './judge-transfer.ts';
import { mayDigestNow, sideOf, singlesLeft } from './rations.ts';

/** More than this of one wallet in one poll is a storm; so many outgoing payments of a rank keep their own alerts in it. */
const publishedSingly = 10;

/** Dollars: anybody may send a wallet a thousand payments of less for a few cents. */
const leastPayment = 0.01;

/**
 * The transfers, those that are told marked with how. In surely real tokens the ten of most worth that went out have alerts of
 * their own in a poll, and what came in has unless it is a storm. Of all others those of most worth have, as many as the row
 * allows an hour and a day; in a storm only what went out in a token that the API vouches for. A digest tells the rest.
 * @param judged in chain order
 * @param before what this poll has told already
 * @param now epoch milliseconds
 */
export function chooseSingles(
  judged: readonly JudgedTransfer[],
  watch: Watch,
  before: Pick<PollOutcome, 'told' | 'singles' | 'cursor'>,
  { pace: { everySeconds } }: Pick<PollLimits, 'pace'>,
  now: number,
): readonly JudgedTransfer[] {
  const told = judged.filter(({ outcome }) => outcome === 'told').map(({ described }) => described);
  const isStorm = before.told + told.length > publishedSingly;
  const { rations } = before.cursor;
  const left = { in: singlesLeft(rations.in, watch, now), out: singlesLeft(rations.out, watch, now) };
  const singles = [...before.singles];
  const choose = (ranked: RankedTransfer): Telling => {
    const { transfer, rank } = ranked;
    if (isPayment(ranked, watch)) {
      if (!isGone(transfer)) return isStorm ? 'digest' : 'free';
      // What is worth less uses up nothing of what is worth more, also where it came first.
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
    // What a wallet paid to an imitation, in a token that no stranger can make up, has an alert of its own whatever else comes.
    const isBuried = telling === 'digest' && one.paidImitation && isSurelyReal(one.described.token, watch);
    return { ...one, telling: isBuried ? 'free' : telling };
  });
}

/** What is not rationed by time: value in a surely real token. It is published in the poll that finds it. */
function isPayment({ transfer, worth }: RankedTransfer, watch: Watch): boolean {
  if (!isSurelyReal(transfer.token, watch) || transfer.value === 0n) return false;
  return isGone(transfer) || (worth ?? leastPayment) >= leastPayment;
}
