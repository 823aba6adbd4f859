import { stretchFor } from '../../functions/dispatch-polls/due-polls.ts';
import { pollsPerSecond } from '../../functions/rate/call-windows.ts';
import type { Load } from './load.ts';
import { pollsADay } from './polls-a-day.ts';

/** Compute units of a page of transfers, and of a free plan's day: what the provider's documents say (docs/architecture.md). */
export const apiUnits = { call: 50, freeADay: 40_000 };

/** Calls a second that its plans have. */
const callsPerSecondOfPlans = [40, 80, 200] as const;

/** The default of the setting callsPerSecond. */
export const usualCallsPerSecond = 10;

/** What an API plan must have for so many polls a day. */
export interface NeededPlan {
  /** With the fifth that is kept for pages, first reads and catching up. */
  readonly callsPerDay: number;
  readonly unitsPerDay: number;
  readonly callsPerSecond: number;
  /** A free plan's day is enough. */
  readonly isFree: boolean;
  /** Calls a second of the smallest plan whose pace is enough; null: none is known. */
  readonly planCallsPerSecond: number | null;
}

/** @param asked polls a day as dispatching counts them */
export function neededPlan(asked: number): NeededPlan {
  const callsPerDay = Math.ceil(stretchFor(asked, 1));
  const unitsPerDay = callsPerDay * apiUnits.call;
  const callsPerSecond = paceFor(asked);
  return {
    callsPerDay,
    unitsPerDay,
    callsPerSecond,
    isFree: unitsPerDay <= apiUnits.freeADay,
    planCallsPerSecond: callsPerSecondOfPlans.find((plan) => plan >= callsPerSecond) ?? null,
  };
}

/** Of the setting's default and the plans we know the first that is enough, or what it takes where none is. */
export function callsPerSecondFor(load: Omit<Load, 'callsPerSecond'>): number {
  const needed = paceFor(pollsADay(load).polls);
  return [usualCallsPerSecond, ...callsPerSecondOfPlans].find((plan) => plan >= needed) ?? Math.ceil(needed);
}

/** Of a plan's calls a second polls get seven tenths (functions/rate/call-windows.ts). */
function paceFor(callsADay: number): number {
  const share = pollsPerSecond(usualCallsPerSecond) / usualCallsPerSecond;
  return callsADay / 86_400 / share;
}
