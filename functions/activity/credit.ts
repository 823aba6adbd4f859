import type { ActivityKind } from './tail.ts';

/** Calls of the plan that polls of active wallets may use on one chain. */
export interface Credit {
  /** Below zero: borrowed for money that surely left a wallet. */
  readonly calls: number;
  readonly minute: number;
}

/** One chain's part of the plan, in calls. */
export interface Allowance {
  readonly aDay: number;
  /** What money that surely left a wallet may borrow a UTC day. */
  readonly loan: number;
}

const day = 1_440;
/** Part of a day's calls that can be saved up: a full credit, a day's calls and the loan together stay within the plan. */
const savedPart = 1 / 12;
/** A few rows below a minute, of however small a plan. */
const leastSaved = 8;

/** Unused calls are saved, up to two hours' worth; a loan is cancelled at midnight UTC. @param before null: none was counted */
export function refill(before: Credit | null, { aDay, loan }: Allowance, minute: number): Credit {
  const most = mostOf(aDay);
  if (before === null) return { calls: most, minute };
  // A tick by hand may be dated ahead.
  const passed = minute < before.minute ? 1 : minute - before.minute;
  const isNewDay = Math.floor(minute / day) !== Math.floor(before.minute / day);
  const left = isNewDay ? Math.max(before.calls, 0) : before.calls;
  // While its node is unreliable a chain's share shrinks: savings stay, up to the part of the plan that may be lent.
  const kept = Math.min(left, loan);
  return { calls: Math.max(kept, Math.min(left + (passed * aDay) / day, most)), minute };
}

/** The lowest balance at which a poll may use a call. Unsure activity leaves half of the credit, later polls half of the loan. */
export function floorFor(kind: ActivityKind, isFirst: boolean, { aDay, loan }: Allowance): number {
  if (kind === 'sent') return isFirst ? -loan : -loan / 2;
  return kind === 'sure' ? 0 : mostOf(aDay) / 2;
}

function mostOf(aDay: number): number {
  return aDay * savedPart + leastSaved;
}
