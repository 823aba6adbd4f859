import { describe, expect, it } from 'vitest';
import { createDailyBudget } from '../../functions/rate/daily-quota.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { useEmbeddedAws } from '../support/embedded.ts';

const embedded = useEmbeddedAws();

describe("guarantee 6: the plan's calls of a day", () => {
  const noon = Date.parse('2026-02-03T12:00:00.000Z');
  const budgetAt = (now: () => number, callsPerDay = 10) =>
    createDailyBudget(documentClient(embedded.aws.dynamodb), embedded.aws.tables.state, callsPerDay, { now });

  it('that were claimed and not made go back to their own day', async () => {
    let now = noon;
    const budget = budgetAt(() => now);
    expect(await budget.claim(10)).toBe(true);
    expect(await budget.isSpent()).toBe(true);
    await budget.release(4, noon);
    expect(await budget.isSpent()).toBe(false);
    now += 86_400_000;
    await budget.release(4, now);
    expect(await budget.claim(11)).toBe(false);
    expect(await budget.claim(10)).toBe(true);
    expect(await budget.claim(1)).toBe(false);
    now = noon;
    expect(await budget.claim(5)).toBe(false);
    expect(await budget.claim(4)).toBe(true);
  });

  it('are never exceeded, however many workers claim them at the same time, and begin anew at midnight UTC', async () => {
    let now = Date.parse('2026-01-02T23:59:59.000Z');
    const budget = () => budgetAt(() => now);
    const claims = await Promise.all(Array.from({ length: 8 }, () => budget().claim(3)));
    expect(claims.filter(Boolean)).toHaveLength(3);
    expect(await budget().claim(1)).toBe(true);
    expect(await budget().claim(1)).toBe(false);
    now += 1_000;
    expect(await budget().claim(10)).toBe(true);
    expect(await budget().claim(11)).toBe(false);
  });
});
