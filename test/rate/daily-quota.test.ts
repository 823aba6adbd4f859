import { describe, expect, it } from 'vitest';
import { callsPerDay, createDailyQuota } from '../../functions/rate/daily-quota.ts';
import { stateTable, useEmbeddedAws } from '../support/embedded.ts';
import { LaggingTable } from '../support/fakes/lagging-table.ts';

const embedded = useEmbeddedAws();

describe("guarantee 6: the plan's calls of a day", () => {
  const noon = Date.parse('2026-02-03T12:00:00.000Z');
  const budgetAt = (now: () => number) => createDailyQuota(stateTable(embedded.aws), 10, { now });

  it('reserve as many for others as a claim says', async () => {
    const quota = budgetAt(() => noon + 10 * 86_400_000);
    expect(await quota.claim(1, 10)).toBe(0);
    expect(await quota.claim(3, 6)).toBe(3);
    expect(await quota.claim(2, 6)).toBe(1);
    expect(await quota.claim(1, 6)).toBe(0);
    expect(await quota.claim(6)).toBe(6);
  });

  it('are never exceeded, however many workers claim them at the same time, and start again at midnight UTC', async () => {
    let now = Date.parse('2026-01-02T23:59:59.000Z');
    const quota = () => budgetAt(() => now);
    const claims = await Promise.all(Array.from({ length: 8 }, () => quota().claim(3)));
    expect(claims.toSorted()).toEqual([0, 0, 0, 0, 1, 3, 3, 3]);
    expect([await quota().claim(1), await quota().isSpent()]).toEqual([0, true]);
    now += 1_000;
    expect(await quota().isSpent()).toBe(false);
    expect(await quota().claim(11)).toBe(10);
  });
});

it('a plan without a daily limit has an empty setting, and allows every call', async () => {
  expect(['', '800'].map((setting) => callsPerDay.parse(setting))).toEqual([null, 800]);
  expect(callsPerDay.safeParse('many').success).toBe(false);
  const quota = createDailyQuota(new LaggingTable().opened, null, { now: () => 0 });
  expect([await quota.claim(1_000_000), await quota.isSpent()]).toEqual([1_000_000, false]);
});

it('each day has its own counter item, which expires nine days later', async () => {
  const table = new LaggingTable();
  table.lags = false;
  const now = Date.parse('2026-02-03T12:00:00.500Z');
  const quota = createDailyQuota(table.opened, 10, { now: () => now });
  expect(await quota.isSpent()).toBe(false);
  await quota.claim(3);
  const expiresAt = Date.parse('2026-02-12T12:00:00.000Z') / 1_000;
  expect([...table.items.values()]).toEqual([{ wallet: '#calls', chain: '2026-02-03', used: 3, expiresAt }]);
});
