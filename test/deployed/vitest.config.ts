import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: {
    include: ['test/deployed/**/*.test.ts'],
    setupFiles: ['test/support/no-network.ts'],
    // Most files share one deployment, so they run one after another, in any order (`-- --sequence.shuffle.files` tries another).
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
