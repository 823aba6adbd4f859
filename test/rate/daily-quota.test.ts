import { describe, expect, it } from 'vitest';
import { createDailyQuota } from '../../functions/rate/daily-quota.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { useEmbeddedAws } from '../support/embedded.ts';

const embedded = useEmbeddedAws();

describe("guarantee 6: the plan's calls of a day", () => {
  const noon = Date.parse('2026-02-03T12:00:00.000Z');
  const budgetAt = (now: () => number, callsPerDay = 10) =>
    createDailyQuota(documentClient(embedded.aws.dynamodb), embedded.aws.tables.state, callsPerDay, { now });

  it('that were claimed and not made go back to their own day', async () => {
    let now = noon;
    const quota = budgetAt(() => now);
    expect(await quota.claim(10)).toBe(true);
    expect(await quota.isSpent()).toBe(true);
    await quota.release(4, noon);
    expect(await quota.isSpent()).toBe(false);
    now += 86_400_000;
    await quota.release(4, now);
    expect(await quota.claim(11)).toBe(false);
    expect(await quota.claim(10)).toBe(true);
    expect(await quota.claim(1)).toBe(false);
    now = noon;
    expect(await quota.claim(5)).toBe(false);
    expect(await quota.claim(4)).toBe(true);
  });

  it('are never exceeded, however many workers claim them at the same time, and begin anew at midnight UTC', async () => {
    let now = Date.parse('2026-01-02T23:59:59.000Z');
    const quota = () => budgetAt(() => now);
    const claims = await Promise.all(Array.from({ length: 8 }, () => quota().claim(3)));
    expect(claims.filter(Boolean)).toHaveLength(3);
    expect(await quota().claim(1)).toBe(true);
    expect(await quota().claim(1)).toBe(false);
    now += 1_000;
    expect(await quota().claim(10)).toBe(true);
    expect(await quota().claim(11)).toBe(false);
  });
});
