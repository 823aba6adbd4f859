import { blockRange, type EpochMilliseconds, type IsoTime } from '../../chain/units.ts';
import { hourMs } from '../../runtime/clock.ts';
import { isSurelyReal } from '../../spam/known-token.ts';
import { type RankedTransfer, rankByWorth, ranks } from '../../spam/rough-worth.ts';
import { type Cursor, type Ration, type RationSide, type Rations, rationSides } from '../../state/cursor.ts';
import { type KnownAddresses, warnedOn } from '../../state/known-addresses.ts';
import type { NewRow } from '../../state/ledger-row.ts';
import type { Direction } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Poll } from '../dependencies.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { digestOf, endOfPeriod, maxWaiting } from './digests.ts';
import { isPaymentOut, type JudgedTransfer, type ReportFormat } from './judge-transfer.ts';

/** More transfers in one poll are a storm, in which this many outgoing payments of each rank still get single alerts. */
const singlesInStorm = 10;

/** Dollars. A thousand smaller payments cost a stranger only cents. */
const leastDollars = 0.01;

/**
 * Decides which transfers get alerts of their own; digests report the rest. In surely real tokens: the ten outgoing ones of most
 * worth, and incoming ones unless there is a storm. In other tokens: as many as the row allows an hour and a day; in a storm only
 * outgoing ones in tokens that the API verifies or in the wallet's own transactions. A digest goes out at once if its side's turn had
 * none yet, and there is a storm or this is the last poll of the turn.
 */
export function chooseSingles(
  judged: readonly JudgedTransfer[],
  before: Pick<PollOutcome, 'told' | 'singles' | 'cursor'>,
  { watch, pace }: Pick<Poll, 'watch' | 'pace'>,
  now: EpochMilliseconds,
): readonly JudgedTransfer[] {
  const told = judged.filter(({ outcome }) => outcome === 'told').map(({ described }) => described);
  const isStorm = before.told + told.length > singlesInStorm;
  const { rations } = before.cursor;
  const leftOf = (side: RationSide) => {
    const { ofHour, ofDay } = usedAt(rations[side], now);
    return Math.min(watch.singles - ofHour, watch.singles * hoursOfDayRation - ofDay);
  };
  const left = { in: leftOf('in'), out: leftOf('out') };
  const singles = [...before.singles];
  const choose = (ranked: RankedTransfer): ReportFormat => {
    const { transfer, rank } = ranked;
    if (isPayment(ranked, watch)) {
      if (!isPaymentOut(transfer)) return isStorm ? 'digest' : 'free';
      const ahead = singles.filter((one) => ranks.indexOf(one) <= ranks.indexOf(rank));
      if (ahead.length >= singlesInStorm) return 'digest';
      singles.push(rank);
      return rank;
    }
    const side = sideOf(transfer.direction);
    const isLikely = isPaymentOut(transfer) && rank !== 'unknown';
    if ((!isStorm || isLikely) && left[side] > 0) {
      left[side] -= 1;
      return 'rationed';
    }
    const isLast = now + pace.everySeconds * 1_000 > endOfPeriod(side, now);
    return now >= rations[side].digestFrom && (isStorm || isLast) ? 'digest' : 'next digest';
  };
  const formats = new Map(rankByWorth(told, watch).map((one) => [one.transfer, choose(one)]));
  return judged.map((one) => {
    const format = formats.get(one.described) ?? null;
    // A payment to an imitation in a surely real token always has an alert of its own.
    const isBuried =
      format === 'digest' && one.isPaymentToImitation && isSurelyReal(one.described.token, watch);
    return { ...one, format: isBuried ? 'free' : format };
  });
}

function isPayment({ transfer, worth }: RankedTransfer, watch: Watch): boolean {
  if (!isSurelyReal(transfer.token, watch) || transfer.value === 0n) return false;
  return isPaymentOut(transfer) || (worth ?? leastDollars) >= leastDollars;
}

/** A day may have the singles of this many hours. */
const hoursOfDayRation = 3;

/** A transfer to oneself counts as incoming: nothing left the wallet. */
export function sideOf(direction: Direction): RationSide {
  return direction === 'out' ? 'out' : 'in';
}

function usedAt(before: Ration, now: EpochMilliseconds): Pick<Ration, 'hour' | 'ofHour' | 'ofDay'> {
  // Another worker's clock may be ahead: its later hour stays.
  const current = Math.max(Math.floor(now / hourMs), before.hour);
  const isSameDay = Math.floor(current / 24) === Math.floor(before.hour / 24);
  return {
    hour: current,
    ofHour: current === before.hour ? before.ofHour : 0,
    ofDay: isSameDay ? before.ofDay : 0,
  };
}

/** @param rows all rows of the batch: a waiting transfer may also have moved */
export function rationsAfter(
  cursor: Pick<Cursor, 'rations' | 'version'>,
  judged: readonly JudgedTransfer[],
  rows: readonly NewRow[],
  now: EpochMilliseconds,
): Rations {
  const after = { ...cursor.rations };
  let hidden = judged.filter(({ outcome }) => outcome === 'hidden').length;
  for (const side of rationSides) {
    const before = after[side];
    const ofSide = judged.filter(({ described }) => sideOf(described.direction) === side);
    const spent = ofSide.filter(({ format }) => format === 'rationed').length;
    const { hour, ofHour, ofDay } = usedAt(before, now);
    if (spent > 0) after[side] = { ...before, hour, ofHour: ofHour + spent, ofDay: ofDay + spent };
    const digest = digestOf(cursor, side);
    const waiting = rows.filter((row) => row.status === 'waiting' && row.digest === digest);
    if (waiting.length === 0) continue;
    const { from, to } = blockRange(waiting.map(({ place }) => place.block));
    const open = before.waiting ?? { from, to, due: endOfPeriod(side, now), hidden: 0, count: 0 };
    const count = open.count + waiting.length;
    const isDue = count >= maxWaiting || ofSide.some(({ format }) => format === 'digest');
    const waitingDigest = {
      digest,
      from: Math.min(from, open.from),
      to: Math.max(to, open.to),
      due: isDue ? 0 : open.due,
      hidden: hidden + open.hidden,
      count,
    };
    after[side] = { ...after[side], waiting: waitingDigest };
    hidden = 0;
  }
  return after;
}

/** One transaction can name hundreds of lookalikes. */
const maxWarningsInPoll = 3;
export const maxWarningsInDay = 10;

/**
 * Drops warnings beyond a poll's three and a day's ten. The last warning of a batch counts its dropped ones (`others`). A transfer
 * whose warning is not even counted is handled like any other: a thief who uses up the warnings must not hide what he takes.
 * @param known the known addresses of each of the row's watches
 */
export function rationWarnings(
  judged: readonly JudgedTransfer[],
  known: readonly Pick<KnownAddresses, 'warnedToday'>[],
  alreadyWarned: number,
  today: IsoTime,
): readonly JudgedTransfer[] {
  const first = firstOfEachAddress(judged);
  const room = Math.min(
    maxWarningsInPoll - alreadyWarned,
    maxWarningsInDay - known.reduce((sum, one) => sum + warnedOn(today.slice(0, 10), one), 0),
  );
  const published = first.slice(0, Math.max(room, 0));
  const last = published.at(-1);
  const others = new Set(last === undefined ? [] : first.slice(published.length));
  return judged.map((one) => {
    if (one.warning === null) return one;
    if (others.has(one)) return { ...one, warning: null };
    if (!published.includes(one)) return { ...one, warning: null, outcome: one.outcomeUnwarned };
    const warnedIn = one === last ? [one, ...others] : [one];
    const imitations = warnedIn.flatMap(({ imitations: found }) =>
      found.map(([mark, imitation]) => [mark, imitation && { ...imitation, told: true }] as const),
    );
    return { ...one, imitations, warning: { ...one.warning, others: one === last ? others.size : 0 } };
  });
}

/** The first warned transfer of each address: all warnings about an address have the same id. */
export function firstOfEachAddress(judged: readonly JudgedTransfer[]): JudgedTransfer[] {
  const known = new Set<string>();
  return judged.filter(({ warning }) => {
    if (warning === null || known.has(warning.id)) return false;
    known.add(warning.id);
    return true;
  });
}
