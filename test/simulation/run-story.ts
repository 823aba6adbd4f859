import type { Counts } from './counts.ts';
import { Lambda } from './lambda.ts';
import { changeRow, mend, rowAppears } from './play/play-rows.ts';
import { approve, control, moveCoin, movePieces } from './play/play-source.ts';
import { crowd, mixedStorm, storm, transfer } from './play/play-transfers.ts';
import type { Happening } from './story/happenings.ts';
import { poison } from './story/poisoning.ts';
import { rowOf, type Story } from './story/story.ts';
import { withVirtualTimers } from './virtual-timers.ts';
import { World } from './world.ts';

/** What came of one story. */
export interface Outcome {
  /** Sentences, the first of them first; none where every guarantee held. */
  readonly complaints: readonly string[];
  readonly counts: Counts;
}

const minute = 60_000;
/**
 * How long all is well at the end: two polls to notice what is gone and one for what a crash left, at the longest
 * interval of five minutes and a stretch of two.
 */
const calmMinutes = 20;
/** A day whose calls are used up is over by then, and half of a chain's credit is saved up, for which unsure activity waits. */
const calmMinutesOnBudget = 120;
/** How long a digest may wait in the calm, and the polls that tell it. */
const digestMinutes = 70;
/** Of the expired items so many go each minute. */
const ttlShare = 0.2;
/** A crowd takes longer if the pace is slow. */
const calmMinutesAfterCrowd = 90;

/** Plays a story in virtual time. @param print gets the functions' log, for a person who replays a seed */
export async function runStory(
  story: Story,
  print: ((line: string) => void) | null = null,
): Promise<Outcome> {
  const world = new World(story, print);
  const lambda = new Lambda(world);
  const { scheduler, oracle, counts } = world;
  const start = scheduler.now;
  spendBefore(story, world);
  for (const { at, ...happening } of story.events) {
    scheduler.at(start + at, () => happen(happening, story, world, lambda));
  }
  const unheard = (reason: unknown) =>
    oracle.complain(`a promise was rejected that nobody waits for, which ends a function: ${String(reason)}`);
  process.on('unhandledRejection', unheard);
  await withVirtualTimers(scheduler, async () => {
    const end = start + story.minutes * minute;
    for (let time = start; time < end && oracle.complaints.length === 0; time += minute) {
      expire(world);
      lambda.tick(time);
      await scheduler.runUntil(time + minute);
    }
    world.settle();
    for (const row of story.rows) mend(row, world.watchlist);
    lambda.begin();
    await calmDown(end, story, world, lambda);
  });
  process.off('unhandledRejection', unheard);
  if (oracle.complaints.length === 0) oracle.judgeEnd();
  counts.add(
    'seen: transfers mined',
    world.chains
      .values()
      .flatMap(({ transactions }) => transactions)
      .reduce((sum, { transfers }) => sum + transfers.length, 0),
  );
  counts.add('seen: minutes', Math.round((scheduler.now - start) / minute));
  return { complaints: oracle.complaints, counts };
}

async function calmDown(
  from: number,
  { events }: Story,
  { scheduler, oracle, settings }: World,
  lambda: Lambda,
): Promise<void> {
  const isCrowded = events.some(({ what }) => what === 'crowd');
  const most = isCrowded
    ? calmMinutesAfterCrowd
    : settings.quota === null
      ? calmMinutes
      : calmMinutesOnBudget;
  // A digest of what came in goes out within the hour.
  const waits = () => oracle.ledgers.values().some((one) => one.isWatched() && !one.rationing.isEmpty);
  const isCalm = (i: number) => i >= most && !(waits() && i < most + digestMinutes);
  for (let i = 0; !isCalm(i) && oracle.complaints.length === 0; i += 1) {
    lambda.tick(from + i * minute);
    await scheduler.runUntil(from + (i + 1) * minute);
  }
}

/** DynamoDB deletes what has expired within days: some of it now, some of it later. */
function expire({ tables, random, counts }: World): void {
  const gone = tables.expire(() => random.chance(ttlShare));
  if (gone > 0) counts.add('seen: items deleted by TTL', gone);
}

/** The day's calls that were made before the story began. */
function spendBefore({ settings: { quota } }: Story, { tables, scheduler }: World): void {
  if (quota === null) return;
  tables.put('State', {
    wallet: '#calls',
    chain: new Date(scheduler.now).toISOString().slice(0, 10),
    used: quota.callsPerDay - quota.leftToday,
    expiresAt: Math.floor(scheduler.now / 1_000) + 172_800,
  });
}

function happen(happening: Happening, story: Story, world: World, lambda: Lambda): void {
  const { chainOf, troubles, scheduler } = world;
  switch (happening.what) {
    case 'row appears':
      rowAppears(story, happening.row, world);
      return;
    case 'transfer':
      transfer(happening, story, world);
      return;
    case 'coin':
      moveCoin(happening, story.rows, world);
      return;
    case 'pieces':
      movePieces(happening, story.rows, world);
      return;
    case 'approval':
      approve(happening, story.rows, world);
      return;
    case 'control':
      control(happening, story.rows, world);
      return;
    case 'storm':
      storm(happening, story.rows, world);
      return;
    case 'crowd':
      crowd(happening, story.rows, world);
      return;
    case 'poisoning':
      poison(happening, rowOf(story.rows, happening.wallet), world);
      return;
    case 'mixed storm':
      mixedStorm(happening, story.rows, world);
      return;
    case 're-org':
      chainOf(rowOf(story.rows, happening.row)).reorganise(happening.depth, happening.seed);
      if (happening.brings !== undefined) transfer(happening.brings, story, world, happening.depth - 1);
      return;
    case 'row changes':
    case 'row is mistyped':
    case 'row pauses':
    case 'row is deleted':
    case 'duplicate':
      world.counts.add(`row: ${happening.what}`);
      changeRow(happening, story, world);
      return;
    case 'index stands still':
      world.counts.add('chain: the index stood still');
      chainOf(rowOf(story.rows, happening.row)).standStill(happening.lasts);
      return;
    case 'key changes':
      world.counts.add(`seen: keys that changed, ${happening.how}`);
      world.changeKey(happening);
      return;
    case 'API':
      troubles.armApi(happening.fault, happening.skip, happening.times);
      return;
    case 'AWS':
      troubles.armAws(happening.fault, happening.skip);
      return;
    case 'AWS is slow':
      troubles.slowDown(happening, scheduler.now);
      return;
    case 'crash':
      troubles.armCrash(happening);
      return;
    case 'kill':
      lambda.kill();
      return;
    case 'second tick':
      lambda.tick(scheduler.now);
      return;
    case 'downtime':
      lambda.end();
      world.counts.add('seen: downtimes');
      scheduler.at(scheduler.now + happening.lasts, () => lambda.begin());
  }
}
