import type { ActivityKind } from './tail.ts';

/** Calls of the plan that polls of active wallets may use on one chain. */
export interface Credit {
  /** Below zero: borrowed for money that surely left a wallet. */
  readonly calls: number;
  /** Minute of the tick that last updated it. */
  readonly minute: number;
}

/** What the plan leaves to activity on one chain. */
export interface Allowance {
  /** Calls a day. */
  readonly aDay: number;
  /** Calls that money which surely left a wallet may borrow a UTC day. */
  readonly loan: number;
}

const day = 1_440;
/** Part of a day's calls that can be saved up: a full credit, a day's calls and the loan together stay within the plan. */
const savedPart = 1 / 12;
/** A few rows below a minute, of however small a plan. */
const leastSaved = 8;

/**
 * The credit at this tick. Unused calls are saved, up to two hours' worth. A loan is cancelled at midnight UTC, when the plan
 * has a new fifth to lend.
 * @param before null: nothing was ever counted
 */
export function refill(before: Credit | null, { aDay, loan }: Allowance, minute: number): Credit {
  const most = mostOf(aDay);
  if (before === null) return { calls: most, minute };
  // A tick that someone started by hand may have been dated ahead.
  const passed = minute < before.minute ? 1 : minute - before.minute;
  const isNewDay = Math.floor(minute / day) !== Math.floor(before.minute / day);
  const left = isNewDay ? Math.max(before.calls, 0) : before.calls;
  // A few ticks without a reliable node shrink the share: savings stay, up to the part of the plan that may be lent.
  const kept = Math.min(left, loan);
  return { calls: Math.max(kept, Math.min(left + (passed * aDay) / day, most)), minute };
}

/**
 * The lowest balance at which a poll for this kind of activity may still use a call. Unsure activity leaves half of the credit
 * to activity that moved money; the later polls of a wallet leave half of the loan to other wallets' first polls.
 */
export function floorFor(kind: ActivityKind, isFirst: boolean, { aDay, loan }: Allowance): number {
  if (kind === 'sent') return isFirst ? -loan : -loan / 2;
  return kind === 'sure' ? 0 : mostOf(aDay) / 2;
}

function mostOf(aDay: number): number {
  return aDay * savedPart + leastSaved;
}
