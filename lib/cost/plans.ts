import { stretchFor } from '../../functions/dispatch-polls/due-polls.ts';
import { pollsPerSecond } from '../../functions/rate/call-windows.ts';
import type { Load } from './load.ts';
import { pollsADay } from './polls-a-day.ts';

/** Compute units of a page of transfers and of a free plan's day (docs/architecture.md). */
export const apiUnits = { call: 50, freeADay: 40_000 };

const callsPerSecondOfPlans = [40, 80, 200] as const;

export const usualCallsPerSecond = 10;

export type NeededPlan = ReturnType<typeof neededPlan>;

/** @param asked polls a day as dispatching computes them */
export function neededPlan(asked: number) {
  // A fifth is reserved for pages, first reads and catching up.
  const callsPerDay = Math.ceil(stretchFor(asked, 1));
  const unitsPerDay = callsPerDay * apiUnits.call;
  const callsPerSecond = paceFor(asked);
  return {
    callsPerDay,
    unitsPerDay,
    callsPerSecond,
    isFree: unitsPerDay <= apiUnits.freeADay,
    /** Of the smallest sufficient plan; null: none is known. */
    planCallsPerSecond: callsPerSecondOfPlans.find((plan) => plan >= callsPerSecond) ?? null,
  };
}

/** The setting's default if it suffices, else the smallest known plan that does, else the pace that is needed. */
export function callsPerSecondFor(load: Omit<Load, 'callsPerSecond'>): number {
  const needed = paceFor(pollsADay(load).polls);
  return [usualCallsPerSecond, ...callsPerSecondOfPlans].find((plan) => plan >= needed) ?? Math.ceil(needed);
}

/** Polls get seven tenths of a plan's pace (functions/rate/call-windows.ts). */
function paceFor(callsADay: number): number {
  const share = pollsPerSecond(usualCallsPerSecond) / usualCallsPerSecond;
  return callsADay / 86_400 / share;
}
