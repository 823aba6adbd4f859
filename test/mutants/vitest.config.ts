import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keptThread } from './kept-thread.ts';

/** Stories of thousands of transfers and properties of random texts, a quarter of a second or more each: asked last, the longest of a room at its end. */
const long = [
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
  'deliver-alerts/(failing|answers|queue|deliver-batch)',
  'chat-payloads',
  'dispatch-polls/(dispatch-polls|rows/watch-lifecycle)',
  'poll-wallets/(silenced-thefts|thefts|wrong-times)',
  'poll-wallets/(crashes|handler|outcome|singles)',
  'poll-wallets/(paid-imitations|poisoning-floods|poll-wallets|storms)',
  'poll-wallets/(alike-pairs|block-numbers-ahead|read/crowded-block)',
].map((names) => new RegExp(`${names}\\.test`));

const turnOf = ({ moduleId }: TestSpecification) => long.findIndex((names) => names.test(moduleId));

/** A mutant is dead with the first test that fails: quick files come first. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => turnOf(a) - turnOf(b));
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
