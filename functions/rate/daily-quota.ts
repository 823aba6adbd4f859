import * as z from 'zod';
import { type Clock, dayOf } from '../runtime/clock.ts';
import type { Table } from '../runtime/table-items.ts';
import { createSharedCounter } from './shared-counter.ts';

/** `CALLS_PER_DAY`: digits, or empty for a plan without a daily limit. */
export const callsPerDay = z
  .string()
  .regex(/^\d*$/)
  .transform((digits) => (digits === '' ? null : Number(digits)));

/** Key of the item that counts a day's calls in `used`. @param day in UTC, `2026-01-02` */
export const callsKey = (day: string) => ({ wallet: '#calls', chain: day });

/** The plan's calls of a UTC day, shared by all functions. A worker makes a call only after claiming it; a claimed one is not returned. */
export interface DailyQuota {
  /** Claims up to `calls` of today's calls, and returns how many it got. @param kept calls left for other workers; default 0 */
  claim(calls: number, kept?: number): Promise<number>;
  isSpent(): Promise<boolean>;
}

export const unlimitedQuota: DailyQuota = { claim: async (calls) => calls, isSpent: async () => false };

export function createDailyQuota(
  table: Table,
  callsPerDay: number | null,
  clock: Pick<Clock, 'now'>,
): DailyQuota {
  if (callsPerDay === null) return unlimitedQuota;
  const counter = createSharedCounter(table, clock);
  const take = (count: number, kept = 0) =>
    counter.take(callsKey(dayOf(clock.now())), { count, from: 0, to: callsPerDay - kept });
  return {
    claim: async (calls, kept) => (await take(calls, kept)).count,
    async isSpent() {
      return (await take(0)).first >= callsPerDay;
    },
  };
}
