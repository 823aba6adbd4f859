import { type Estimate, estimateOf, monthlyBill, totalOf } from '../../../lib/cost/estimate.ts';
import { callsPerSecondFor } from '../../../lib/cost/plans.ts';
import { alertsPerSecond } from '../../../lib/limits.ts';
import { naiveDay } from '../day/naive-day.ts';

/** Every minute, five active minutes a day, sweeps every six hours, a large enough API plan: the assumptions of docs/architecture.md. */
const everySeconds = 60;
const activeMinutes = 5;
const sweepSeconds = 21_600;
const scanSeconds = 15;

/** The needs of a number of wallets. */
export interface Point {
  readonly wallets: number;
  readonly withoutNode: Estimate;
  readonly withNode: Estimate;
  /** The naive design's dollars a month. */
  readonly naive: number;
}

export function pointAt(wallets: number): Point {
  const estimate = (node: boolean): Estimate => {
    const groups = [{ chain: '0x1', everySeconds, wallets }];
    const asked = { groups, activeMinutes, sweepSeconds, scanSeconds, callsPerDay: null, node };
    return estimateOf({ ...asked, callsPerSecond: callsPerSecondFor(asked) });
  };
  const naive = totalOf(monthlyBill(naiveDay(wallets, activeMinutes)));
  return { wallets, withoutNode: estimate(false), withNode: estimate(true), naive };
}

/** Whether today's stack can do it: there is an API plan with the pace, and alerts go out as fast as they come. */
export function isWithinLimits({ plan, alertsAMonth }: Estimate): boolean {
  return plan.planCallsPerSecond !== null && alertsAMonth / (30 * 86_400) <= alertsPerSecond;
}
