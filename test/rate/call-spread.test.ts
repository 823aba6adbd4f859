import { describe, expect, it } from 'vitest';
import { callWindows, createCallSpread } from '../../functions/rate/call-windows.ts';

const start = Date.parse('2026-01-02T03:04:00.000Z');

/** Takes places for this many polls, one after another. */
function placesFor(spread: ReturnType<ReturnType<typeof createCallSpread>>, polls: number[], to = 60) {
  return polls.map((count) => spread.take(count, { from: 0, to }));
}

describe('polls get windows with room', () => {
  it('one after another, also those of several chains and of ticks that overlap', () => {
    const spreadAt = createCallSpread(callWindows(10));
    expect(placesFor(spreadAt(start), [5, 5, 5])).toEqual([
      { delay: 0, polls: 5 },
      { delay: 0, polls: 2 },
      { delay: 1, polls: 5 },
    ]);
    expect(placesFor(spreadAt(start), [3])).toEqual([{ delay: 1, polls: 2 }]);
    expect(placesFor(spreadAt(start + 1_000), [3])).toEqual([{ delay: 1, polls: 3 }]);
  });

  it('with a delay of whole seconds that brings them into their window, not before it', () => {
    const windows = callWindows(2);
    const spread = createCallSpread(windows)(start + 300);
    const delays = placesFor(spread, Array(40).fill(2)).map((place) => place?.delay ?? Number.NaN);
    const reached = delays.map((delay) => Math.floor((start + 300 + delay * 1_000) / windows.length));
    const places = Map.groupBy(reached, (window) => window);
    expect(Math.max(...Array.from(places.values(), ({ length }) => length))).toBe(1);
  });
});
