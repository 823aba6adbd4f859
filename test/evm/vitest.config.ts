import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: {
    include: ['test/evm/**/*.test.ts'],
    setupFiles: ['test/support/no-network.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
