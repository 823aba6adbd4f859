import { globSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { longTests } from './long-tests.ts';

/**
 * `npm run mutants [-- room...]`: makes all of StrykerJS's small changes to the code of these rooms, one at a time, and counts the
 * changes that a test notices. Fails if a room's share is below `least`: a well tested room does not make
 * up for another. `--quick` leaves out the long tests and never fails: in minutes it shows which changes may need a test.
 */
const least = 0.9;

const isQuick = process.argv.includes('--quick');

/** Smallest first. Only a room's own tests count for its mutants. */
const rooms = [
  'queue',
  'rate',
  'prices',
  'transfer',
  'wallet',
  'state',
  'incidents',
  'node',
  'activity',
  'dispatch-polls',
  'alert',
  'coin',
  'http',
  'api',
  'deliver-alerts',
  'poll-wallets',
] as const;

/** A room's own files, and each of its folders: the results are saved after each part. */
function partsOf(room: string): readonly string[] {
  const entries = readdirSync(`functions/${room}`, { withFileTypes: true });
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? [`${room}/${entry.name}`] : []));
  return folders.length === 0 ? [room] : [`${room}/*`, ...folders.toSorted()];
}

/** Scripted polls, from the pages that `api` parses to alerts. */
const pages = ['poll-wallet', 'storms', 'sources', 'read/crowded-block'].map(
  (name) => `test/poll-wallets/${name}.test.ts`,
);

/** Ticks with a chain's node; some simulate hours. */
const ticks = ['kinds', 'tail', 'doubt'].map((name) => `test/activity/${name}.test.ts`);

/** Tests of what a chain's node shows about wallets, from the calls to the reports. */
const looks = ['test/activity/state/*.test.ts', 'test/activity/scan/transfer-logs.test.ts'];

/** Further tests for a room, by folder: they notice changes that its own quick tests miss. */
const further: Readonly<Record<string, readonly string[]>> = {
  transfer: ['test/poll-wallets/decide/{batches,begin-watch,compare,judge-news}.test.ts'],
  wallet: ['test/dispatch-polls/rows/*.test.ts'],
  queue: ['test/dispatch-polls/{handler,due-polls}.test.ts', 'test/poll-wallets/handler.test.ts'],
  incidents: [
    'test/poll-wallets/report/*.test.ts',
    'test/dispatch-polls/{dispatch-polls.test.ts,rows/*.test.ts,subscriptions/*.test.ts}',
    'test/deliver-alerts/delivery/incident-reports.test.ts',
  ],
  http: ['test/api/{faults,key-leak,refusals}.test.ts'],
  api: pages,
  node: looks,
  activity: [
    'test/dispatch-polls/{scan-between,dispatch-chains,hints/*}.test.ts',
    'test/poll-wallets/poll-marks.test.ts',
  ],
  'node/approvals': looks,
  'node/control': looks,
  'dispatch-polls': ['test/activity/tail.test.ts'],
  'dispatch-polls/hints': ticks,
};

interface Count {
  readonly mutants: number;
  readonly killed: number;
}

/** A glob pattern of the files that a part changes. */
function filesOf(part: string): string {
  if (part.endsWith('.ts')) return part;
  return part.endsWith('/*') ? `${part}.ts` : `${part}/**/*.ts`;
}

/** The folder that a part, or a file, is in. */
function folderOf(part: string): string {
  return part.endsWith('.ts') ? dirname(part) : part.replace('/*', '');
}

async function mutate(room: string, part: string): Promise<readonly MutantResult[]> {
  const file = `reports/mutants/${part.replace('/*', '').replaceAll('/', '-')}${isQuick ? '-quick' : ''}`;
  const tests = [`test/${room}/**/!(*.slow).test.ts`, ...(further[folderOf(part)] ?? [])];
  const stryker = new Stryker({
    configFile: 'test/mutants/stryker.config.js',
    mutate: [`functions/${filesOf(part)}`],
    testFiles: isQuick
      ? globSync(tests).filter((path) => !longTests.some((names) => names.test(path)))
      : tests,
    incrementalFile: `${file}.incremental.json`,
    jsonReporter: { fileName: `${file}.json` },
    htmlReporter: { fileName: `${file}.html` },
  });
  return stryker.runMutationTest();
}

/** A mutant that hangs counts as noticed. Ignored mutants do not count. */
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

/** The requested rooms with their parts: `node` names all of its parts, `node/coin` one, `api/coins.ts` a file. */
function roomsNamed(asked: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  const all = rooms.map((room) => [room, partsOf(room)] as const);
  if (asked.length === 0) return all;
  const found = all.flatMap(([room, parts]) => {
    const files = asked.filter((one) => one.startsWith(`${room}/`) && one.endsWith('.ts'));
    const wanted = asked.includes(room) ? parts : [...parts.filter((part) => asked.includes(part)), ...files];
    return wanted.length === 0 ? [] : [[room, wanted] as const];
  });
  if (found.length === 0) throw new Error(`None of ${asked.join(', ')} is one of ${all.flat(2).join(', ')}.`);
  return found;
}

for (const [room, parts] of roomsNamed(process.argv.slice(2).filter((one) => one !== '--quick'))) {
  const counts: Count[] = [];
  for (const part of parts) {
    const found = count(await mutate(room, part));
    if (parts.length > 1) say(`  ${part}`, found);
    counts.push(found);
  }
  const all = sum(counts);
  const isBelow = !isQuick && all.killed < least * all.mutants;
  if (isBelow) process.exitCode = 1;
  say(
    parts.length === 1 ? parts.join() : room,
    all,
    isBelow ? `: FAILED, the floor of each room is ${100 * least} %` : '',
  );
}
