import { describe, expect, it } from 'vitest';
import { createKeepingUp } from '../../lib/local/run-functions.ts';

const start = Date.parse('2026-11-21T12:00:00.000Z');

/** What a local run says of its ticks: seconds since the first, and the number of waiting messages at each. */
function said(...ticks: readonly (readonly [seconds: number, waiting: number])[]): string[] {
  const texts: string[] = [];
  const keepingUp = createKeepingUp(({ text }) => texts.push(text), 5);
  for (const [seconds, waiting] of ticks) keepingUp(waiting, new Date(start + seconds * 1_000));
  return texts;
}

describe('a local run with more wallets than it can poll', () => {
  it('says so once, when polls of earlier ticks wait for half a minute', () => {
    const late = Array.from({ length: 20 }, (_, n) => [n * 5, 7] as const);
    expect(said(...late)).toEqual([
      "So many wallets can't be polled every 5 s on this machine: alerts come late. Nothing is lost; --every 30s gives it more time.",
    ]);
  });

  it('says so if the ticks themselves are late', () => {
    expect(said([0, 0], [20, 0], [40, 0], [60, 0], [80, 0])).toHaveLength(1);
  });

  it('says nothing about an import that takes a few ticks, or about ticks in time', () => {
    expect(
      said([0, 0], [5, 90], [10, 40], [15, 0], [20, 3], [25, 1], [30, 0], [35, 9], [40, 9], [45, 0]),
    ).toEqual([]);
  });
});
