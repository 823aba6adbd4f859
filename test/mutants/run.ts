import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';

/**
 * `npm run mutants [-- room...]`: changes the code of these rooms in each small way that StrykerJS knows, and counts the
 * changes that a test notices. Fails where those are fewer than `least` of a room's: a room that is tested well does not make
 * up for another.
 */
const least = 0.85;

/**
 * Smallest first, and the large ones by their parts, for what a run has tried is kept at a part's end. Only the tests of a
 * room may notice what changes in it.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  rate: ['rate'],
  transfer: ['transfer'],
  wallet: ['wallet'],
  state: ['state'],
  incidents: ['incidents'],
  activity: ['activity/node', 'activity/*'],
  'dispatch-polls': [
    'dispatch-polls/hints',
    'dispatch-polls/subscriptions',
    'dispatch-polls/rows',
    'dispatch-polls/daily',
    'dispatch-polls/*',
  ],
  alert: ['alert/*', 'alert/email', 'alert/compose', 'alert/text'],
  api: ['api/*', 'api/ranges', 'api/http'],
  'deliver-alerts': [
    'deliver-alerts/net',
    'deliver-alerts/*',
    'deliver-alerts/delivery',
    'deliver-alerts/kinds',
  ],
  'poll-wallets': [
    'poll-wallets/save',
    'poll-wallets/report',
    'poll-wallets/read',
    'poll-wallets/decide',
    'poll-wallets/*',
  ],
};

/**
 * Tests that notice what a room's own quick ones don't: what its pages come to is seen by the polls, and what hints do by ticks
 * with a node, of which some take hours of ticks.
 */
const further: Readonly<Record<string, readonly string[]>> = {
  api: ['poll-wallet', 'storms', 'sources', 'read/crowded-block'].map(
    (name) => `test/poll-wallets/${name}.test.ts`,
  ),
  activity: ['test/activity/sweep.slow.test.ts'],
  'dispatch-polls': ['tail', 'doubt', 'sweep.slow'].map((name) => `test/activity/${name}.test.ts`),
};

interface Count {
  readonly mutants: number;
  readonly killed: number;
}

async function mutate(room: string, part: string): Promise<readonly MutantResult[]> {
  const file = `reports/mutants/${part.replace('/*', '').replace('/', '-')}`;
  const stryker = new Stryker({
    configFile: 'test/mutants/stryker.config.js',
    mutate: [part.endsWith('/*') ? `functions/${part}.ts` : `functions/${part}/**/*.ts`],
    testFiles: [`test/${room}/**/!(*.slow).test.ts`, ...(further[room] ?? [])],
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

function sum(counts: readonly Count[]): Count {
  return counts.reduce((all, one) => ({
    mutants: all.mutants + one.mutants,
    killed: all.killed + one.killed,
  }));
}

function say(name: string, { mutants, killed }: Count, remark = ''): void {
  const share = ((100 * killed) / mutants).toFixed(1);
  process.stdout.write(
    `${name.padEnd(30)}${`${mutants}`.padStart(5)} mutants ${`${killed}`.padStart(5)} killed ${share.padStart(6)} %${remark}\n`,
  );
}

/** The rooms that are asked for with their parts; `api` names all of its parts, `api/http` one. */
function roomsNamed(asked: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  if (asked.length === 0) return Object.entries(rooms);
  const found = Object.entries(rooms).flatMap(([room, parts]) => {
    const wanted = asked.includes(room) ? parts : parts.filter((part) => asked.includes(part));
    return wanted.length === 0 ? [] : [[room, wanted] as const];
  });
  if (found.length === 0)
    throw new Error(`None of ${asked.join(', ')} is a room of ${Object.values(rooms).flat().join(', ')}.`);
  return found;
}

for (const [room, parts] of roomsNamed(process.argv.slice(2))) {
  const counts: Count[] = [];
  for (const part of parts) {
    const found = count(await mutate(room, part));
    if (parts.length > 1) say(`  ${part}`, found);
    counts.push(found);
  }
  const all = sum(counts);
  const isBelow = all.killed < least * all.mutants;
  if (isBelow) process.exitCode = 1;
  say(
    parts.length === 1 ? parts.join() : room,
    all,
    isBelow ? `: FAILED, the floor of each room is ${100 * least} %` : '',
  );
}
