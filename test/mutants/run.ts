import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';

/**
 * `npm run mutants [-- room...]`: changes the code of the lower rooms and of the poll in each small way that StrykerJS
 * knows, and counts the changes that a test notices. Fails where those are fewer than `least` of all.
 */
const least = 0.85;

/** The rooms, smallest first, each with the folders of the tests that are to notice. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  rate: ['rate'],
  transfer: ['transfer'],
  wallet: ['wallet'],
  state: ['state'],
  api: ['api'],
  'poll-wallets': ['poll-wallets'],
};

interface Count {
  readonly mutants: number;
  readonly killed: number;
}

async function mutate(room: string): Promise<readonly MutantResult[]> {
  const stryker = new Stryker({
    mutate: [`functions/${room}/**/*.ts`],
    testRunner: 'vitest',
    testFiles: (rooms[room] ?? []).map((folder) => `test/${folder}/**/!(*.slow).test.ts`),
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: 3_000,
    dryRunTimeoutMinutes: 10,
    // What a module does as it is loaded, such as a table of words: each would need all modules loaded anew.
    ignoreStatic: true,
    // It would read tsconfig.json with what TypeScript 7 has no more.
    tsconfigFile: 'none',
    // An unchanged mutant that unchanged tests have killed is not tried again.
    incremental: true,
    incrementalFile: `reports/mutants/${room}.incremental.json`,
    ignorePatterns: ['docs', 'reports', 'bin', 'cdk.out', 'dist', 'test/deployed', 'test/bench'],
    thresholds: { high: 95, low: 85, break: null },
    reporters: ['json', 'html'],
    jsonReporter: { fileName: `reports/mutants/${room}.json` },
    htmlReporter: { fileName: `reports/mutants/${room}.html` },
    logLevel: 'warn',
    allowConsoleColors: false,
  });
  return stryker.runMutationTest();
}

/** Neither what no compiler would pass nor what is left out counts. */
function count(results: readonly MutantResult[]): Count {
  const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const alive = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length;
  return { mutants: killed + alive, killed };
}

function say(name: string, { mutants, killed }: Count): void {
  const share = ((100 * killed) / mutants).toFixed(1);
  process.stdout.write(
    `${name.padEnd(13)}${`${mutants}`.padStart(5)} mutants ${`${killed}`.padStart(5)} killed ${share.padStart(6)} %\n`,
  );
}

const asked = process.argv.slice(2);
let all: Count = { mutants: 0, killed: 0 };
for (const room of asked.length > 0 ? asked : Object.keys(rooms)) {
  const found = count(await mutate(room));
  say(room, found);
  all = { mutants: all.mutants + found.mutants, killed: all.killed + found.killed };
}
say('all', all);
if (all.killed < least * all.mutants) process.exitCode = 1;
