import { expect, it } from 'vitest';
import { playSeeds } from './play-seeds.ts';

/** A smoke: CI plays hundreds, and plants bugs for them to find. */
const seeds = 1;

// In plain threads: the test runner's own transform makes each story much slower.
it(`every guarantee is kept in ${seeds} story`, { timeout: 300_000 }, async () => {
  const { played, failures } = await playSeeds({ from: 5, seeds, maxFailures: 1, shrinks: true });
  expect(failures).toEqual([]);
  expect(played).toBe(seeds);
});
