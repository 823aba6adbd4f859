import { awsServices } from '../faults.ts';
import { Random } from '../random.ts';
import type { Crowd, StoryEvent } from './happenings.ts';
import { makeReorg, makeStorm, many, rowOfWallet, walletOf } from './make.ts';
import type { Story } from './story.ts';

const largestMixedStorm = 120;

export function withMixedStorms(story: Story, random: Random, rows: number): Story {
  const storms = many(random, 0, 2, () => ({
    at: random.between(0, story.minutes * 60_000),
    ...makeStorm('mixed storm', random, rows, [9, largestMixedStorm]),
  }));
  return { ...story, events: [...story.events, ...storms] };
}

/**
 * A worker dies while it writes a batch's rows, and the next one dies before it deletes them. This has a random generator of
 * its own, so that the rest of a story stays the same.
 */
export function withTornBatches(story: Story): Story {
  const random = new Random(story.seed + 13e6);
  if (!random.chance(0.2)) return story;
  const at = random.between(3 * 60_000, Math.max(story.minutes - 5, 4) * 60_000);
  const storm = { at, ...makeStorm('storm', random, story.rows.length, [60, 300]) };
  const crashes = (['record rows', 'remove rows'] as const).map((point): StoryEvent => {
    const skip = point === 'record rows' ? random.between(1, 2) : 0;
    return { at: at + 1, what: 'crash', point, skip, when: 'before' };
  });
  return { ...story, events: [...story.events, storm, ...crashes] };
}

/** For some minutes each call to AWS takes longer, of one service or of all. */
export function withSlowAws(story: Story, random: Random): Story {
  const slow = many(random, 0, random.chance(0.4) ? 3 : 0, (): StoryEvent => {
    const most = random.pick([500, 2_000, 5_000]);
    return {
      at: random.between(0, story.minutes * 60_000),
      what: 'AWS is slow',
      service: random.chance(0.3) ? null : random.pick(awsServices),
      lasts: random.between(10_000, 240_000),
      least: random.chance(0.5) ? 200 : most,
      most,
    };
  });
  return { ...story, events: [...story.events, ...slow] };
}

/** The table that counts the day's calls is slow for minutes on a day that has few of them left. */
export function withSlowQuota(story: Story): Story {
  const random = new Random(story.seed + 17e6);
  if (story.settings.quota === null || !random.chance(0.5)) return story;
  const slow = many(random, 1, 3, (): StoryEvent => {
    const at = random.between(0, story.minutes * 60_000);
    const [least, most] = [random.between(50, 300), random.between(600, 1_500)];
    const lasts = random.between(60_000, 300_000);
    return { at, what: 'AWS is slow', service: 'DynamoDB', lasts, least, most };
  });
  return { ...story, events: [...story.events, ...slow] };
}

/** In some stories the table refuses writes while alerts are delivered, in the seconds after the tick that finds them. */
export function withRefusedDeliveries(story: Story): Story {
  const random = new Random(story.seed + 16e6);
  if (story.settings.destinations === undefined || !random.chance(0.35)) return story;
  const refusals = story.events.flatMap(({ at, what }): StoryEvent[] => {
    const tick = Math.ceil(at / 60_000) * 60_000;
    const refused = tick + random.between(800, 5_000);
    const skip = random.between(0, 6);
    if (what !== 'transfer' || !random.chance(0.3)) return [];
    return [{ at: refused, what: 'AWS', fault: 'DynamoDB throttles a write', skip }];
  });
  return { ...story, events: [...story.events, ...refusals] };
}

/**
 * Two full batches of idle wallets begin together. The day has fewer calls left than either batch has polls, so each call is claimed
 * singly, while the table that counts calls is slow for as long as calls wait for their turn.
 */
export function withManyWallets(story: Story, random: Random): Story {
  if (!random.chance(0.06)) return story;
  const first = story.rows.length;
  const numbers = Array.from({ length: 95 }, (_, i) => first + i);
  const rows = numbers.map((number) => rowOfWallet(walletOf(number), { attributes: { every: '5m' } }));
  const appear = numbers.map((row) => ({ at: random.between(0, 50_000), what: 'row appears' as const, row }));
  const slow: StoryEvent = {
    at: random.between(60_050, 60_400), // just after the tick that polls them
    what: 'AWS is slow',
    service: 'DynamoDB',
    lasts: random.between(13_000, 21_000),
    least: random.pick([200, 4_000, 5_000]),
    most: 5_000,
  };
  return {
    ...story,
    rows: [...story.rows, ...rows],
    events: [...story.events, ...appear, slow],
    settings: {
      ...story.settings,
      callsPerSecond: random.pick([2, 4]),
      quota: { callsPerDay: 400 * rows.length + 2_000 * first, leftToday: random.between(24, 44) },
    },
  };
}

/** Crowded blocks, and re-orgs in the middle of them. */
export function withCrowdedBlocks(story: Story, random: Random): Story {
  // A crowd would use up a day's calls, and the rest of the story would be silent.
  if (story.settings.quota !== null || !random.chance(crowded)) return story;
  const crowds = many(random, 1, 2, (): StoryEvent[] => {
    const at = random.between(0, story.minutes * 60_000);
    const reorg = { at: at + random.between(20_000, 400_000), ...makeReorg(random, story.rows.length) };
    const crowd = { at, ...makeCrowd(random, story.rows.length) };
    return random.chance(0.5) ? [crowd, reorg] : [crowd];
  });
  // The node shows only a part of these, because they are mined into blocks that it has shown before.
  const node = story.settings.node && 'leaves out';
  return { ...story, settings: { ...story.settings, node }, events: [...story.events, ...crowds.flat()] };
}

/** Share of the stories with a crowd: each takes as long as ten others. */
const crowded = 0.04;
const largestCrowd = 20_000;

function makeCrowd(random: Random, rows: number): Crowd {
  const blocks = random.pick([1, 1, 1, 2, 3, 8, 25]);
  return {
    what: 'crowd',
    wallet: random.between(0, rows - 1),
    // Mostly a few thousand, at most as many as fill a block of Ethereum.
    count: Math.round(
      random.pick([0.12, 0.2, 0.3, 0.5, 1]) * random.between(largestCrowd * 0.9, largestCrowd),
    ),
    blocks,
    perTransaction: random.pick([1, 7, 400]),
    seed: random.between(0, 1e6),
  };
}
