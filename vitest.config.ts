import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests that take real time or seconds of a processor, or replace modules: `npm run test:slow`, which CI runs. */
const slow = [
  'test/**/*.slow.test.ts',
  // Each synthesises stacks of other settings.
  'test/examples/cdk.test.ts',
  // Thousands of calls to engines that stand for AWS.
  'test/cli/every-command.test.ts',
  'test/cli/replay/replay.test.ts',
  'test/poll-wallets/poisoning-floods.test.ts',
  'test/poll-wallets/read/crowded-block.test.ts',
  'test/poll-wallets/missed-turns.test.ts',
  'test/poll-wallets/storms.test.ts',
];
/** Tests that are run twice: shortly by `npm test`, and with all their inputs among the slow ones. */
const thorough = [
  'test/activity/kinds.test.ts',
  'test/alert/compose/compose-digests.test.ts',
  'test/alert/hostile-texts.test.ts',
  'test/alert/known-money.test.ts',
  'test/alert/short-texts-book.test.ts',
  'test/alert/symbols-book.test.ts',
  'test/alert/text/imitation-texts.test.ts',
  'test/api/faults.test.ts',
  'test/http/parse-json.test.ts',
  'test/cli/watchlist/suggest-rows.test.ts',
  'test/deliver-alerts/failing.test.ts',
  'test/deliver-alerts/kinds/chat-payloads.test.ts',
  'test/deliver-alerts/thefts-first.test.ts',
  'test/incidents/operations-text.test.ts',
  'test/node/coin/scan-native.test.ts',
  'test/node/hostile-node.test.ts',
  'test/poll-wallets/alike-pairs.test.ts',
  'test/poll-wallets/crashes.test.ts',
  'test/poll-wallets/singles.test.ts',
  'test/spam/poisoning/chance.test.ts',
  'test/text/break-phones.test.ts',
];

/** They have configurations of their own, and need what npm alone does not bring. */
const never = ['test/deployed/**', 'test/evm/**', 'node_modules/**'];

// Lambda's time zone is UTC, a checkout's seldom is: no text or day may depend on it.
process.env.TZ = 'America/St_Johns';
// Node.js edits no line in the terminal `dumb`, which some CI servers name.
process.env.TERM = 'xterm';

export default defineConfig({
  // The examples name the package as somebody would who has installed it; tsconfig.json has the same.
  resolve: {
    alias: [
      { find: /^chainbell$/, replacement: fileURLToPath(new URL('lib/aws/chainbell.ts', import.meta.url)) },
    ],
  },
  test: {
    globalSetup: 'test/support/temporary-files.ts',
    setupFiles: ['test/support/no-network.ts', 'test/support/no-key-in-logs.ts'],
    // Each imports all that its files share, so more workers than processors make the quick tests slower.
    maxWorkers: availableParallelism(),
    // A thread starts in a third of a process's time.
    pool: 'threads',
    provide: { thorough: false },
    // CDK's own rules cost each thread that makes a template five seconds; `cdk synth` asks them, in CI too.
    env: { CDK_VALIDATION: 'false' },
    // Long enough for a machine that is busy with other things; a test that hangs still ends.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        // The files of a thread share what they import: a test leaves nothing behind for another.
        test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: [...slow, ...never], isolate: false },
      },
      {
        extends: true,
        test: { name: 'slow', include: [...slow, ...thorough], exclude: never, provide: { thorough: true } },
      },
    ],
  },
});
