import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { EpochMilliseconds } from '../chain/units.ts';
import { type Clock, dayOf } from '../runtime/clock.ts';
import type { Table } from '../runtime/table-items.ts';
import { createSharedCounter } from './shared-counter.ts';

/** `CALLS_PER_DAY`: digits, or empty for a plan without a daily limit. */
export const callsPerDay = z
  .string()
  .regex(/^\d*$/)
  .transform((digits) => (digits === '' ? null : Number(digits)));

/** Key of the item that counts a UTC day's calls as `used`. @param day `2026-01-02` */
export const callsKey = (day: string) => ({ wallet: '#calls', chain: day });

/** The plan's calls of a UTC day, shared by all functions. Only claimed calls are made. */
export type DailyQuota = typeof unlimitedQuota;

export const unlimitedQuota = {
  /** Takes up to `calls` of today's calls, and returns how many. @param _kept calls that must be left for others */
  claim: async (calls: number, _kept = 0): Promise<number> => calls,
  /** Returns claimed calls that were not made. */
  release: async (_calls: number, _claimedAt: EpochMilliseconds): Promise<void> => {},
  isSpent: async (): Promise<boolean> => false,
};

export function createDailyQuota(
  table: Table,
  callsPerDay: number | null,
  clock: Pick<Clock, 'now'>,
): DailyQuota {
  if (callsPerDay === null) return unlimitedQuota;
  const counter = createSharedCounter(table, clock);
  const take = (count: number, kept = 0) =>
    counter.take(callsKey(dayOf(clock.now())), { count, from: 0, to: callsPerDay - kept });
  /** Attribute of the day's item that counts this worker's returns. */
  const mine = `back_${randomUUID().slice(0, 8)}`;
  let times = 0;
  return {
    claim: async (calls, kept) => (await take(calls, kept)).count,
    async release(calls, claimedAt) {
      times += 1;
      await table.update(callsKey(dayOf(claimedAt)), `SET #${mine} = :times ADD used :back`, {
        // The SDK repeats unanswered requests; calls returned twice would exceed the plan.
        if: `used >= :calls AND attribute_not_exists(#${mine}) OR used >= :calls AND #${mine} < :times`,
        names: { [mine]: mine },
        values: { back: -calls, calls, times },
      });
    },
    async isSpent() {
      return (await take(0)).first >= callsPerDay;
    },
  };
}
