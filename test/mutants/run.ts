import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';

/**
 * `npm run mutants [-- room...]`: changes the code of the lower rooms and of the poll in each small way that StrykerJS
 * knows, and counts the changes that a test notices. Fails where those are fewer than `least` of all.
 */
const least = 0.85;

/**
 * Smallest first, and the large ones by their parts, for what a run has tried is kept at a part's end. The tests of a room
 * alone are to notice what changes in it.
 */
const rooms = [
  ...['rate', 'transfer', 'wallet', 'state'],
  ...['api/*', 'api/ranges', 'api/http'],
  ...[
    'poll-wallets/save',
    'poll-wallets/report',
    'poll-wallets/read',
    'poll-wallets/decide',
    'poll-wallets/*',
  ],
];

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
  const [whole = room] = room.split('/');
  const file = `reports/mutants/${room.replace('/*', '').replace('/', '-')}`;
  const stryker = new Stryker({
    configFile: 'test/mutants/stryker.config.js',
    mutate: [room.endsWith('/*') ? `functions/${room}.ts` : `functions/${room}/**/*.ts`],
    testFiles: [`test/${whole}/**/!(*.slow).test.ts`, ...(elsewhere[whole] ?? [])],
    incrementalFile: `${file}.incremental.json`,
    jsonReporter: { fileName: `${file}.json` },
    htmlReporter: { fileName: `${file}.html` },
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
    `${name.padEnd(20)}${`${mutants}`.padStart(5)} mutants ${`${killed}`.padStart(5)} killed ${share.padStart(6)} %\n`,
  );
}

/** `api` names all its parts. */
function roomsNamed(asked: readonly string[]): readonly string[] {
  const isAsked = (room: string) => asked.some((name) => room === name || room.startsWith(`${name}/`));
  const found = asked.length > 0 ? rooms.filter(isAsked) : rooms;
  if (found.length === 0) throw new Error(`None of ${asked.join(', ')} is a room of ${rooms.join(', ')}.`);
  return found;
}

let all: Count = { mutants: 0, killed: 0 };
for (const room of roomsNamed(process.argv.slice(2))) {
  const found = count(await mutate(room));
  say(room, found);
  all = { mutants: all.mutants + found.mutants, killed: all.killed + found.killed };
}
say('all', all);
if (all.killed < least * all.mutants) process.exitCode = 1;
