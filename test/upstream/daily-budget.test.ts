import { describe, expect, it } from 'vitest';
import { createDailyBudget } from '../../functions/upstream/daily-budget.ts';
import { documentClient } from '../../functions/wallet/document-client.ts';
import { useEmbeddedAws } from '../support/embedded.ts';

const embedded = useEmbeddedAws();

describe("guarantee 6: the plan's calls of a day", () => {
  it('are never exceeded, however many workers claim them at the same time, and begin anew at midnight UTC', async () => {
    let now = Date.parse('2026-01-02T23:59:59.000Z');
    const budget = () =>
      createDailyBudget(documentClient(embedded.aws.dynamodb), embedded.aws.tables.state, 10, {
        now: () => now,
      });
    const claims = await Promise.all(Array.from({ length: 8 }, () => budget().claim(3)));
    expect(claims.filter(Boolean)).toHaveLength(3);
    expect(await budget().claim(1)).toBe(true);
    expect(await budget().claim(1)).toBe(false);
    now += 1_000;
    expect(await budget().claim(10)).toBe(true);
    expect(await budget().claim(11)).toBe(false);
  });
});
