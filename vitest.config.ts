import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/deployed/**', 'node_modules/**'],
    setupFiles: ['test/support/no-network.ts'],
  },
});
