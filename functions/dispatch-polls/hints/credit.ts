import type { Credit } from '../../activity/chain-record.ts';
import { type ActivityKind, activityKinds } from '../../activity/marks.ts';
import type { Address } from '../../chain/address.ts';
import type { EpochMinutes } from '../../chain/units.ts';
import { tickMinute } from '../../runtime/clock.ts';
import { type DuePoll, rotate } from '../due-polls.ts';

/** One chain's part of the plan, in calls. */
export interface Allowance {
  readonly aDay: number;
  /** Calls that polls for money that surely left a wallet may borrow a UTC day. */
  readonly loan: number;
}

const minutesOfDay = 1_440;
/** Part of a day's calls that can be saved: with it, a day's calls and the loan stay within the plan. */
const savedPart = 1 / 12;
/** Calls that can be saved in any plan: enough for a few rows with intervals below a minute. */
const leastSaved = 8;

/** Saves unused calls, up to two hours' worth; cancels a loan at midnight UTC. @param before null: no calls were counted */
export function refill(before: Credit | null, { aDay, loan }: Allowance, minute: EpochMinutes): Credit {
  const most = mostOf(aDay);
  if (before === null) return { calls: most, minute };
  // A tick by hand may be dated ahead.
  const passed = minute < before.minute ? 1 : minute - before.minute;
  const isNewDay = Math.floor(minute / minutesOfDay) !== Math.floor(before.minute / minutesOfDay);
  const left = isNewDay ? Math.max(before.calls, 0) : before.calls;
  // An unreliable node shrinks its chain's share. Savings up to the size of the loan stay.
  const kept = Math.min(left, loan);
  return { calls: Math.max(kept, Math.min(left + (passed * aDay) / minutesOfDay, most)), minute };
}

/** A poll may use a call while the credit is above this. `unsure` leaves half of the most, a later `sent` half of the loan. */
export function floorFor(kind: ActivityKind, isFirst: boolean, { aDay, loan }: Allowance): number {
  if (kind === 'sent') return isFirst ? -loan : -loan / 2;
  return kind === 'sure' ? 0 : mostOf(aDay) / 2;
}

function mostOf(aDay: number): number {
  return aDay * savedPart + leastSaved;
}

export interface ActivePolls {
  readonly kind: ActivityKind;
  readonly polls: readonly DuePoll[];
  /** No poll has succeeded since it was seen. */
  readonly isFirst: boolean;
}

/**
 * Shares a chain's credit: important kinds come first, then wallets not polled since they were seen, in turns.
 * `sent`: polls of wallets that a surely real token left; `waiting`: wallets to be polled at a later tick.
 */
export function affordablePolls(
  all: readonly ActivePolls[],
  before: Credit | null,
  allowance: Allowance | null,
  tick: Date,
) {
  const credit = allowance && refill(before, allowance, tickMinute(tick));
  let calls = credit?.calls ?? 0;
  const waiting = new Set<Address>();
  const [sent = [], ...others] = activityKinds.map((kind) => {
    const ofKind = all.filter((one) => one.kind === kind);
    const turnOf = (isFirst: boolean) =>
      rotate(
        ofKind.filter((one) => one.isFirst === isFirst),
        tick,
      );
    const inTurn = [...turnOf(true), ...turnOf(false)];
    return inTurn.flatMap(({ isFirst, polls }) => {
      if (allowance !== null && calls <= floorFor(kind, isFirst, allowance)) {
        for (const { watch } of polls) waiting.add(watch.wallet);
        return [];
      }
      calls -= polls.length;
      return polls;
    });
  });
  return { sent, others: others.flat(), waiting, credit: credit && { ...credit, calls } };
}
