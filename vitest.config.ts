import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/deployed/**', 'node_modules/**'],
    setupFiles: ['test/support/no-network.ts', 'test/support/no-key-in-logs.ts'],
    // Vitest leaves one processor idle by itself: on two, that is half of them.
    maxWorkers: '100%',
    // Long enough for a machine that is busy with other things; a test that hangs still ends.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
