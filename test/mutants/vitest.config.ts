import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keptThread } from './kept-thread.ts';

/** Stories of thousands of transfers and properties of random texts, a quarter of a second or more each: asked last, for most mutants are dead by then. */
const long = new RegExp(
  `(${[
    'alert/(copies|hostile-texts|known-money)',
    'compose-digests',
    'imitation-texts',
    'operations-text',
    'incident-log',
    'rate-limiter',
    'history-table',
    'activity/(doubt|kinds|splitting|sweep.slow)',
    'node/hostile-node',
    'api/http/(faults|key-leak|read-body)',
    'oversized-pages',
    'crowded-block',
    'deliver-alerts/(failing|answers|queue|deliver-batch)',
    'chat-payloads',
    'dispatch-polls/(dispatch-polls|rows/watch-lifecycle)',
    'poll-wallets/(alike-pairs|block-numbers-ahead|crashes|handler|paid-imitations|poisoning-floods|poll-wallets|re-orgs|singles|storms)',
  ].join('|')})\\.test`,
);

/** A mutant is dead with the first test that fails: quick files come first. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => Number(long.test(a.moduleId)) - Number(long.test(b.moduleId)));
  }
}

/** The tests of the mutated rooms, without the slow ones that run.ts does not name. Stryker says which of them a run is for. */
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
    // The modules of a thread are shared by its test files, and kept for the next mutant.
    isolate: false,
    include: [
      'test/{transfer,wallet,rate,api,state,incidents,node,activity,alert,deliver-alerts,dispatch-polls,poll-wallets}/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, 'test/**/!(sweep).slow.test.ts'],
    provide: { thorough: false },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { sequencer: QuickFirst },
  },
});
