import type { NewTransfer } from './chain/sim-chain.ts';
import { cheapTokens, costlyToken, tokens, unknownToken, wbtc, weth } from './chain/sim-tokens.ts';
import type { Counts } from './counts.ts';
import { Lambda } from './lambda.ts';
import { Random } from './random.ts';
import { makeValue } from './story/generate-story.ts';
import { poison } from './story/poisoning.ts';
import type { Crowd, Happening, Story, StoryRow, TransferHappening } from './story/story.ts';
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
 * interval of five minutes and a stretch of two. A day whose calls are used up is over by then.
 */
const calmMinutes = 20;
const calmMinutesOnBudget = 60;
/** A crowd takes its time where the pace is slow. */
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
  await withVirtualTimers(scheduler, async () => {
    const end = start + story.minutes * minute;
    for (let time = start; time < end && oracle.complaints.length === 0; time += minute) {
      lambda.tick(time);
      await scheduler.runUntil(time + minute);
    }
    world.troubles.end();
    world.chain.settled = true;
    lambda.begin();
    await calmDown(end, story, world, lambda);
  });
  if (oracle.complaints.length === 0) oracle.judgeEnd(world.settings);
  counts.add(
    'seen: transfers mined',
    world.chain.transactions.reduce((sum, { transfers }) => sum + transfers.length, 0),
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
  for (let i = 0; i < most && oracle.complaints.length === 0; i += 1) {
    lambda.tick(from + i * minute);
    await scheduler.runUntil(from + (i + 1) * minute);
  }
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
  const { chain, troubles, scheduler } = world;
  switch (happening.what) {
    case 'row appears':
      rowAppears(story, happening.row, world);
      return;
    case 'transfer':
      transfer(happening, story, world, chain.head());
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
      chain.reorganise(happening.depth, happening.seed);
      if (happening.brings !== undefined)
        transfer(happening.brings, story, world, chain.head() - happening.depth + 1);
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
      lambda.down = true;
      world.counts.add('seen: downtimes');
      scheduler.at(scheduler.now + happening.lasts, () => lambda.begin());
  }
}

function transfer(
  happening: TransferHappening,
  { rows }: Story,
  { chain, scheduler }: World,
  block: number,
): void {
  const made = transferOf(happening, rows, scheduler.now);
  const twins = Array.from({ length: happening.twins }, () => made);
  chain.mine(twins, { late: happening.late, block });
}

function rowAppears({ rows, seed }: Story, number: number, { chain, tables, oracle }: World): void {
  const row = rowOf(rows, number);
  const random = new Random(seed + number);
  const head = chain.head();
  for (let i = row.old; i > 0; i -= 1) {
    chain.mine([incoming(row, random)], { block: head - Math.floor(i * 0.7) });
  }
  const fromBlock = row.fromBlocksBefore === null ? null : head - row.fromBlocksBefore;
  oracle.watch(row, fromBlock);
  tables.put('Watchlist', {
    wallet: row.wallet,
    chain: 'eth',
    ...row.attributes,
    ...(fromBlock === null ? {} : { fromBlock }),
  });
}

function storm(
  { wallet, count, seed }: Extract<Happening, { what: 'storm' }>,
  rows: readonly StoryRow[],
  { chain }: World,
): void {
  const row = rowOf(rows, wallet);
  const random = new Random(seed);
  const head = chain.head();
  for (let i = 0; i < count; i += 1)
    chain.mine([incoming(row, random)], { block: head - random.between(0, 2) });
}

/** Worth little each, and one transfer behind them that is worth telling. */
function crowd(
  { wallet, count, blocks, perTransaction, seed }: Crowd,
  rows: readonly StoryRow[],
  { chain, counts }: World,
): void {
  const row = rowOf(rows, wallet);
  const random = new Random(seed);
  const head = chain.head();
  const token = random.chance(0.2) ? costlyToken : unknownToken;
  for (let i = 0; i < count; i += perTransaction) {
    const block = head - Math.floor(((count - 1 - i) / count) * blocks);
    const twins = random.chance(0.3);
    const value = makeValue(random);
    const made = Array.from({ length: Math.min(perTransaction, count - i) }, () => ({
      ...incoming(row, random),
      token,
      ...(twins ? { value, from: stranger(0) } : {}),
    }));
    chain.mine(made, { block });
  }
  counts.max('largest: transfers of one wallet in one block', Math.ceil(count / blocks));
  const theft = {
    ...incoming(row, random),
    token: tokens[0] ?? unknownToken,
    from: row.wallet,
    to: stranger(5),
  };
  chain.mine([theft], { block: head });
}

/** Whoever hides a theft sends as much as it takes along with it: cheap verified tokens, made-up ones, transfers of nothing. */
function mixedStorm(
  { wallet, count, seed }: Extract<Happening, { what: 'mixed storm' }>,
  rows: readonly StoryRow[],
  { chain }: World,
): void {
  const row = rowOf(rows, wallet);
  const random = new Random(seed);
  const head = chain.head();
  for (let i = 0; i < count; i += 1) {
    const noise = { ...incoming(row, random), token: random.pick([...cheapTokens, unknownToken, weth]) };
    const out = random.chance(0.3);
    const made = out
      ? { ...noise, from: row.wallet, to: random.chance(0.2) ? row.wallet : noise.from }
      : noise;
    const value = out && random.chance(0.3) ? 0n : made.value;
    chain.mine([{ ...made, value }], { block: head - random.between(0, 2) });
    if (random.chance(0.1)) {
      const theft = { ...noise, token: random.pick([weth, wbtc]), from: row.wallet, to: noise.from };
      chain.mine([theft], { block: head - random.between(0, 2) });
    }
  }
}

function incoming(row: StoryRow, random: Random): NewTransfer {
  return {
    token: random.pick(tokens),
    from: stranger(random.between(0, 5)),
    to: row.wallet,
    value: makeValue(random),
    receiverHidden: false,
    unreadableUntil: 0,
    numberWrongUntil: 0,
  };
}

function transferOf(
  {
    wallet,
    direction,
    token,
    value,
    unreadableFor,
    numberWrongFor,
    receiverHidden,
  }: Extract<Happening, { what: 'transfer' }>,
  rows: readonly StoryRow[],
  now: number,
): NewTransfer {
  const own = rowOf(rows, wallet).wallet;
  const other = direction === 'to another row' ? rowOf(rows, wallet + 1).wallet : stranger(token);
  return {
    value,
    receiverHidden,
    token: tokens[token] ?? rowOf(tokens, 0),
    from: direction === 'in' ? other : own,
    to: direction === 'in' || direction === 'self' ? own : other,
    unreadableUntil: unreadableFor === 0 ? 0 : now + unreadableFor,
    numberWrongUntil: numberWrongFor === 0 ? 0 : now + numberWrongFor,
  };
}

/** Addresses that resemble nobody. */
function stranger(number: number): string {
  return `0x${'a1b2c3d4e5f6'.charAt(number * 2)}${String(number * 7_654_321 + 1_234_567)
    .repeat(6)
    .slice(0, 39)}`;
}

function rowOf<Row>(rows: readonly Row[], number: number): Row {
  const row = rows[number % rows.length];
  if (row === undefined) throw new RangeError(`the story has no row ${number}`);
  return row;
}
