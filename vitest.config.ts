import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests of plain functions: they leave nothing behind for one another, and share a thread without harm. */
const plain = ['alert', 'chain', 'coin', 'spam', 'transfer', 'wallet'].map(
  (room) => `test/${room}/**/*.test.ts`,
);
const never = ['test/deployed/**', 'node_modules/**'];

export default defineConfig({
  test: {
    setupFiles: ['test/support/no-network.ts', 'test/support/no-key-in-logs.ts'],
    // One more than there are processors: the tests of the local run spend their time waiting.
    maxWorkers: availableParallelism() + 1,
    // A thread starts in a third of a process's time.
    pool: 'threads',
    // Long enough for a machine that is busy with other things; a test that hangs still ends.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'plain', include: plain, exclude: never, isolate: false } },
      {
        extends: true,
        test: { name: 'others', include: ['test/**/*.test.ts'], exclude: [...plain, ...never] },
      },
    ],
  },
});
