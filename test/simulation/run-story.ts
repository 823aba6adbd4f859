import type { Counts } from './counts.ts';
import { Lambda } from './lambda.ts';
import { changeRow, mend, rowAppears } from './play/play-rows.ts';
import { approve, control, moveCoin, movePieces } from './play/play-source.ts';
import { crowd, mixedStorm, storm, transfer } from './play/play-transfers.ts';
import type { Deploy, Happening, Reorg } from './story/happenings.ts';
import { poison } from './story/poisoning.ts';
import type { Story } from './story/story.ts';
import { withVirtualTimers } from './virtual-timers.ts';
import { nodeUrl, World } from './world.ts';

/** The result of one story. */
export interface Outcome {
  /** Sentences, in order of time; empty if every guarantee held. */
  readonly complaints: readonly string[];
  readonly counts: Counts;
}

const minute = 60_000;
/**
 * Minutes without faults at the end: two polls to notice what is gone and one to finish what a crash left, at the longest
 * interval of five minutes and a stretch of two.
 */
const calmMinutes = 20;
/** By then a day without calls left is over, and half of a chain's credit is saved up; unsure activity waits for that. */
const calmMinutesOnBudget = 120;
/** A crowd takes longer if the pace is slow. */
const calmMinutesAfterCrowd = 90;
/** How long a digest may wait after the faults end, plus the polls that report it. */
const digestMinutes = 70;
/** Share of the expired items that DynamoDB deletes each minute: it does so within days. */
const ttlShare = 0.2;

/** Plays a story in virtual time. @param print prints the functions' log when a person replays a seed */
export async function runStory(
  story: Story,
  print: ((line: string) => void) | null = null,
): Promise<Outcome> {
  const world = new World(story, print);
  const lambda = new Lambda(world);
  const { scheduler, oracle, counts } = world;
  const start = scheduler.now;
  spendBefore(world);
  for (const { at, ...happening } of story.events)
    scheduler.at(start + at, () => plays[happening.what](happening as never, world, lambda));
  const unheard = (reason: unknown) =>
    oracle.complain(`a promise was rejected that nobody waits for, which ends a function: ${String(reason)}`);
  process.on('unhandledRejection', unheard);
  await withVirtualTimers(scheduler, async () => {
    const end = start + story.minutes * minute;
    for (let time = start; time < end && oracle.complaints.length === 0; time += minute) {
      const gone = world.tables.expire(() => world.random.chance(ttlShare));
      if (gone > 0) counts.add('seen: items deleted by TTL', gone);
      lambda.tick(time);
      await scheduler.runUntil(time + minute);
    }
    world.settle();
    for (const row of story.rows) mend(row, world.watchlist);
    lambda.begin();
    await calmDown(end, world, lambda);
  });
  process.off('unhandledRejection', unheard);
  if (oracle.complaints.length === 0) oracle.judgeEnd();
  const mined = world.chains.values().flatMap(({ transactions }) => transactions);
  counts.add(
    'seen: transfers mined',
    mined.reduce((sum, { transfers }) => sum + transfers.length, 0),
  );
  counts.add('seen: minutes', Math.round((scheduler.now - start) / minute));
  return { complaints: oracle.complaints, counts };
}

async function calmDown(from: number, { scheduler, oracle, story }: World, lambda: Lambda): Promise<void> {
  const isCrowded = story.events.some(({ what }) => what === 'crowd');
  const usual = story.settings.quota === null ? calmMinutes : calmMinutesOnBudget;
  const most = isCrowded ? calmMinutesAfterCrowd : usual;
  // A digest of incoming transfers goes out within the hour.
  const waits = () => oracle.ledgers.values().some((one) => one.isWatched() && !one.rationing.isEmpty);
  const isCalm = (i: number) => i >= most && !(waits() && i < most + digestMinutes);
  for (let i = 0; !isCalm(i) && oracle.complaints.length === 0; i += 1) {
    lambda.tick(from + i * minute);
    await scheduler.runUntil(from + (i + 1) * minute);
  }
}

/** Counts the day's calls from before the story. */
function spendBefore({ story, tables, scheduler }: World): void {
  const { quota } = story.settings;
  if (quota === null) return;
  tables.put('State', {
    wallet: '#calls',
    chain: new Date(scheduler.now).toISOString().slice(0, 10),
    used: quota.callsPerDay - quota.leftToday,
    expiresAt: Math.floor(scheduler.now / 1_000) + 172_800,
  });
}

const plays: {
  readonly [What in Happening['what']]: (
    happening: Extract<Happening, { what: What }>,
    world: World,
    lambda: Lambda,
  ) => void;
} = {
  'row appears': ({ row }, world) => rowAppears(row, world),
  transfer: (happening, world) => transfer(happening, world),
  coin: moveCoin,
  pieces: movePieces,
  approval: approve,
  control,
  storm,
  crowd,
  poisoning: poison,
  'mixed storm': mixedStorm,
  're-org': reorganise,
  'row changes': changeRow,
  'row is mistyped': changeRow,
  'row pauses': changeRow,
  'row is deleted': changeRow,
  duplicate: changeRow,
  'index stands still': ({ row, lasts }, { counts, chainOf, rowOf }) => {
    counts.add('chain: the index stood still');
    chainOf(rowOf(row)).standStill(lasts);
  },
  'key changes': (change, world) => world.changeKey(change),
  API: ({ fault, skip, times }, { troubles }) => troubles.armApi(fault, skip, times),
  AWS: ({ fault, skip }, { troubles }) => troubles.armAws(fault, skip),
  'AWS is slow': (slow, { troubles }) => troubles.slowDown(slow),
  crash: (crash, { troubles }) => troubles.armCrash(crash),
  kill: (_, _world, lambda) => lambda.kill(),
  deploy,
  'second tick': (_, { scheduler }, lambda) => lambda.tick(scheduler.now),
  downtime: ({ lasts }, { scheduler, counts }, lambda) => {
    lambda.end();
    counts.add('seen: downtimes');
    scheduler.at(scheduler.now + lasts, () => lambda.begin());
  },
};

/** Minutes without faults of a node that becomes the source: what moves before its first answer is not promised. */
const wellAfterDeploy = 4;

function deploy({ source, dispatchAfter, pollAfter }: Deploy, world: World, lambda: Lambda): void {
  const { scheduler, counts, sources, node, oracle, nodes } = world;
  counts.add(`seen: deploys, source ${source}`);
  if (node !== null && source === 'node') {
    node.wellUntil = scheduler.now + wellAfterDeploy * minute;
    // A function reads the URL within five minutes: it was set just before.
    scheduler.at(scheduler.now + dispatchAfter, () => nodes.set('0x1', nodeUrl));
  }
  for (const ledger of oracle.ledgers.values()) ledger.sourceChanges(source);
  for (const [name, after] of Object.entries({ dispatch: dispatchAfter, poll: pollAfter } as const))
    scheduler.at(scheduler.now + after, () => {
      sources[name as keyof typeof sources] = source === 'node' ? { '0x1': 'node' } : 'api';
      lambda.deploy(name as keyof typeof sources);
    });
}

function reorganise({ row, depth, seed, brings }: Reorg, world: World): void {
  world.chainOf(world.rowOf(row)).reorganise(depth, seed);
  if (brings !== undefined) transfer(brings, world, depth - 1);
}
