import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** One deployment for all files, so they run one after another, by name: it has no API key until the first has run. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId));
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: {
    include: ['test/deployed/**/*.test.ts'],
    setupFiles: ['test/support/no-network.ts'],
    fileParallelism: false,
    sequence: { sequencer: ByName },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
