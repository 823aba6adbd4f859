import { describe, expect, it } from 'vitest';
import { createTickGate, TickEnded } from '../../functions/poll-wallets/tick-gate.ts';
import { createCallGate } from '../../functions/upstream/call-gate.ts';
import { type DailyBudget, unlimitedBudget } from '../../functions/upstream/daily-budget.ts';
import { PlanExhausted, RateLimited } from '../../functions/upstream/errors.ts';

function gateWith(budget: DailyBudget = unlimitedBudget) {
  let now = 0;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  return createTickGate(createCallGate({ callsPerSecond: 5, clock }), budget);
}
const limits = { deadline: 60_000 };

describe('the gate of a tick', () => {
  it('lets no call through once the tick has ended, also none that was waiting', async () => {
    const gate = gateWith();
    const { signal } = gate.begin('1', 10);
    const calls = [1, 2, 3].map(() => gate.enter(limits));
    gate.end('the key is refused');
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(signal.reason).toBeInstanceOf(TickEnded);
    gate.begin('2', 10);
    await gate.enter(limits);
  });

  it('makes the prepaid calls, and claims each further one', async () => {
    const claimed: number[] = [];
    const gate = gateWith({
      claim: async (calls) => {
        claimed.push(calls);
        return claimed.length < 2;
      },
    });
    gate.begin('1', 2);
    for (let call = 0; call < 3; call += 1) await gate.enter(limits);
    expect(claimed).toEqual([1]);
    await expect(gate.enter(limits)).rejects.toThrow(PlanExhausted);
  });

  it('stays silent after a 429 without Retry-After until the next tick, not merely the next message', async () => {
    const gate = gateWith();
    gate.begin('1', 10);
    gate.rateLimited(null);
    gate.begin('1', 10);
    await expect(gate.enter(limits)).rejects.toThrow(RateLimited);
    gate.begin('2', 10);
    await gate.enter(limits);
  });
});
