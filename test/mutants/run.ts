import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';

/**
 * `npm run mutants [-- room...]`: changes the code of the lower rooms and of the poll in each small way that StrykerJS
 * knows, and counts the changes that a test notices. Fails where those are fewer than `least` of all.
 */
const least = 0.85;

/** Smallest first. The tests of a room alone are to notice what changes in it. */
const rooms = ['rate', 'transfer', 'wallet', 'state', 'api', 'poll-wallets'];

/** What a room's pages come to is seen by the polls alone. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  api: ['poll-wallet', 'storms', 'sources', 'read/crowded-block'].map(
    (name) => `test/poll-wallets/${name}.test.ts`,
  ),
};

interface Count {
  readonly mutants: number;
  readonly killed: number;
}

async function mutate(room: string): Promise<readonly MutantResult[]> {
  const stryker = new Stryker({
    configFile: 'test/mutants/stryker.config.js',
    mutate: [`functions/${room}/**/*.ts`],
    testFiles: [`test/${room}/**/!(*.slow).test.ts`, ...(elsewhere[room] ?? [])],
    incrementalFile: `reports/mutants/${room}.incremental.json`,
    jsonReporter: { fileName: `reports/mutants/${room}.json` },
    htmlReporter: { fileName: `reports/mutants/${room}.html` },
  });
  return stryker.runMutationTest();
}

/** A mutant that hangs is noticed too. What is left out does not count. */
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
for (const room of asked.length > 0 ? asked : rooms) {
  const found = count(await mutate(room));
  say(room, found);
  all = { mutants: all.mutants + found.mutants, killed: all.killed + found.killed };
}
say('all', all);
if (all.killed < least * all.mutants) process.exitCode = 1;
