import { beforeEach, describe, expect, it } from 'vitest';
import { createTickGate, TickEnded } from '../../functions/poll-wallets/tick-gate.ts';
import { createCallGate } from '../../functions/upstream/call-gate.ts';
import { type DailyBudget, unlimitedBudget } from '../../functions/upstream/daily-budget.ts';
import { PlanExhausted, RateLimited } from '../../functions/upstream/errors.ts';

let now = 0;
const clock = {
  now: () => now,
  sleep: async (ms: number) => {
    now += ms;
  },
};
beforeEach(() => {
  now = 0;
});

function gateWith(budget: DailyBudget = unlimitedBudget) {
  return createTickGate(createCallGate({ callsPerSecond: 5, clock }), budget, clock);
}

/** A day's budget that notes what is taken out of it and put back. */
function budgetOf(calls: number) {
  let left = calls;
  const claims: number[] = [];
  const budget: DailyBudget = {
    async claim(count) {
      claims.push(count);
      if (count > left) return false;
      left -= count;
      return true;
    },
    async release(count) {
      left += count;
    },
    isSpent: async () => left <= 0,
  };
  return { budget, claims, left: () => left };
}
const limits = { deadline: 2 * 86_400_000 };

describe('the gate of a tick', () => {
  it('lets no call through once the tick has ended, also none that was waiting', async () => {
    const gate = gateWith();
    const { signal } = await gate.begin('1', 10);
    const calls = [1, 2, 3].map(() => gate.enter(limits));
    gate.end('the key is refused');
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(signal.reason).toBeInstanceOf(TickEnded);
    await gate.begin('2', 10);
    await gate.enter(limits);
  });

  it('claims the calls of a batch at once, and each further one by itself', async () => {
    const { budget, claims } = budgetOf(3);
    const gate = gateWith(budget);
    await gate.begin('1', 2);
    for (let call = 0; call < 3; call += 1) await gate.enter(limits);
    expect(claims).toEqual([2, 1]);
    await expect(gate.enter(limits)).rejects.toThrow(PlanExhausted);
  });

  it('makes the calls that the day has left, where they are fewer than the polls', async () => {
    const gate = gateWith(budgetOf(3).budget);
    await gate.begin('1', 50);
    for (let call = 0; call < 3; call += 1) await gate.enter(limits);
    await expect(gate.enter(limits)).rejects.toThrow(PlanExhausted);
  });

  it('gives calls back that were not made, once', async () => {
    const { budget, left } = budgetOf(100);
    const gate = gateWith(budget);
    await gate.begin('1', 50);
    await gate.enter(limits);
    gate.end('the key is refused');
    await gate.settle();
    await gate.settle();
    expect(left()).toBe(99);
    await gate.begin('1', 50);
    await gate.settle();
    expect(left()).toBe(99);
  });

  it('makes no call after midnight that was claimed from the day before', async () => {
    const { budget, claims } = budgetOf(100);
    const gate = gateWith(budget);
    now = 86_400_000 - 300;
    await gate.begin('1', 3);
    for (let call = 0; call < 3; call += 1) await gate.enter(limits);
    // At -300 and -100 ms of the new day, and at +100 ms.
    expect(claims).toEqual([3, 1]);
  });

  it('stays silent after a 429 without Retry-After until the next tick, not merely the next message', async () => {
    const gate = gateWith();
    await gate.begin('1', 10);
    gate.rateLimited(null);
    await gate.begin('1', 10);
    await expect(gate.enter(limits)).rejects.toThrow(RateLimited);
    await gate.begin('2', 10);
    await gate.enter(limits);
  });
});
