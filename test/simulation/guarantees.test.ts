import { expect, it } from 'vitest';
import { playSeeds } from './play-seeds.ts';

const seeds = 200;

// In plain threads: the test runner's own transform makes each story much slower.
it(`every guarantee is kept in ${seeds} stories`, { timeout: 300_000 }, async () => {
  const { played, failures } = await playSeeds({ from: 1, seeds, mostFailures: 1, shrinks: true });
  expect(failures).toEqual([]);
  expect(played).toBe(seeds);
});
