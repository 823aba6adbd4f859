import { describe, expect, it } from 'vitest';
import { tailMinutes } from '../../functions/activity/marks.ts';
import type { Load } from '../../lib/cost/load.ts';
import { pollsADay } from '../../lib/cost/polls-a-day.ts';

const loadOf = (over: Partial<Load> & { everySeconds?: number; wallets?: number } = {}): Load => ({
  groups: [{ chain: '0x1', everySeconds: over.everySeconds ?? 60, wallets: over.wallets ?? 100 }],
  activeMinutes: 5,
  node: false,
  sweepSeconds: 21_600,
  scanSeconds: 15,
  callsPerDay: null,
  callsPerSecond: 10,
  ...over,
});

describe('the polls of a day', () => {
  it.each([
    [15, 4 * 1_440],
    [25, 2 * 1_440],
    [60, 1_440],
    [300, 288],
    [86_400, 1],
  ])('of a wallet every %i s are %i without a node', (everySeconds, polls) => {
    expect(pollsADay(loadOf({ everySeconds })).polls).toBeCloseTo(100 * polls);
  });

  it('are only sweeps if nothing happens', () => {
    expect(pollsADay(loadOf({ node: true, activeMinutes: 0 })).polls).toBe(400);
    // A wallet is never swept more often than it would be polled without a node.
    expect(pollsADay(loadOf({ node: true, activeMinutes: 0, everySeconds: 86_400 })).polls).toBe(100);
  });

  it('are a tail for each active minute, fewer if tails overlap, and never more than without a node', () => {
    const once = pollsADay(loadOf({ node: true, activeMinutes: 1 }));
    expect(once.hot / 100).toBeGreaterThan(tailMinutes.length * 0.99);
    expect(once.hot / 100).toBeLessThan(tailMinutes.length);
    const always = pollsADay(loadOf({ node: true, activeMinutes: 1_440 }));
    expect(always.polls).toBeCloseTo(pollsADay(loadOf()).polls);
  });

  it('at a longer interval replace several points of a tail', () => {
    // Each minute's tail falls into one due poll of twenty minutes, or into two.
    const polls = pollsADay(loadOf({ node: true, activeMinutes: 1, everySeconds: 1_200 })).hot / 100;
    expect(polls).toBeGreaterThan(1.3);
    expect(polls).toBeLessThan(1.45);
  });

  it('fit the plan, of which a fifth is reserved', () => {
    const { polls, stretch } = pollsADay(loadOf({ callsPerDay: 100_000 }));
    expect(stretch).toBeCloseTo(1.8);
    expect(polls).toBeCloseTo(80_000);
    const hinted = pollsADay(loadOf({ node: true, callsPerDay: 1_000 }));
    expect(hinted.stretch).toBeGreaterThan(1);
    expect(hinted.polls).toBeLessThan(1_000);
  });
});
