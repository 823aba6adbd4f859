import { expect, it } from 'vitest';
import { playSeeds } from './play-seeds.ts';

/** A smoke test: CI plays hundreds of seeds, and plants bugs for them to find. */
const seeds = 1;

// In plain threads, because the test runner's transform makes each story much slower.
it(`every guarantee is kept in ${seeds} story`, { timeout: 300_000 }, async () => {
  const { played, failures } = await playSeeds({ from: 5, seeds, maxFailures: 1, shrinks: true });
  expect(failures).toEqual([]);
  expect(played).toBe(seeds);
});
