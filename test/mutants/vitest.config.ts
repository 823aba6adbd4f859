import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keptThread } from './kept-thread.ts';
import { longTests } from './long-tests.ts';

const turnOf = ({ moduleId }: TestSpecification) => longTests.findIndex((names) => names.test(moduleId));

/** The first failing test kills a mutant, so quick files run first. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => turnOf(a) - turnOf(b));
  }
}

/** The tests of the mutated rooms, without slow ones. Stryker chooses the tests of each run. */
export default defineConfig({
  plugins: [
    {
      name: 'kept thread',
      configureVitest({ project }) {
        Object.assign(project.config, { pool: keptThread.name, poolRunner: keptThread });
      },
    },
  ],
  test: {
    setupFiles: [
      'test/mutants/no-mutant-yet.ts',
      'test/mutants/short-properties.ts',
      'test/support/no-network.ts',
    ],
    // Test files share a thread's modules, which stay loaded for the next mutant.
    isolate: false,
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/**/*.slow.test.ts'],
    provide: { thorough: false },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { sequencer: QuickFirst },
  },
});
