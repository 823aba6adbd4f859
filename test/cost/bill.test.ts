import { describe, expect, it } from 'vitest';
import { dayOf } from '../../lib/cost/a-day.ts';
import { monthlyBill, totalOf } from '../../lib/cost/estimate.ts';
import type { Load } from '../../lib/cost/load.ts';
import { noOperations } from '../../lib/cost/operations.ts';
import { naiveDay } from '../bench/day/naive-day.ts';

const thousand: Load = {
  groups: [{ chain: '0x1', everySeconds: 60, wallets: 1_000 }],
  activeMinutes: 5,
  node: false,
  sweepSeconds: 21_600,
  scanSeconds: 15,
  callsPerDay: null,
  callsPerSecond: 40,
};

describe('the bill', () => {
  it('is for thirty days at list prices', () => {
    const day = { ...noOperations, readUnits: 1e6, writeUnits: 1e6, sqsRequests: 1e6, schedulerRuns: 1_440 };
    const bill = monthlyBill(day);
    expect(bill.DynamoDB).toBeCloseTo(30 * 0.75);
    expect(bill.SQS).toBeCloseTo(12);
    expect(bill['EventBridge Scheduler']).toBeCloseTo(0.0432);
    expect(totalOf(bill)).toBeCloseTo(22.5 + 12 + 0.0432);
  });

  it("is a fraction of the naive design's", () => {
    const naive = totalOf(monthlyBill(naiveDay(1_000, 5)));
    const ratio = (load: Load) => totalOf(monthlyBill(dayOf(load).sum)) / naive;
    expect(ratio(thousand)).toBeLessThan(0.25);
    expect(ratio({ ...thousand, node: true })).toBeLessThan(0.05);
  });
});
