import { Random } from '../random.ts';
import type { StoryEvent } from './happenings.ts';
import { firstAppears, many, rowOfWallet, walletOf } from './make.ts';
import type { Story } from './story.ts';

const minute = 60_000;
const day = 24 * 60;
/** How many transfers fill a block of the largest chains, and how many a wallet may get within minutes. */
const largestBlock = 60_000;
const largestWorld = 200_000;

/** The awaits of a read that takes several polls, and of its batches. */
const longPoints = ['read page', 'hold rows', 'query held rows', 'begin', 'record rows', 'commit'] as const;

/**
 * One wallet gets more than any poll can read: in one block or in several, with crashes during the read, cursors that
 * expire meanwhile, and in one of three stories a downtime of a day. Smaller stories combine re-orgs with a crowd.
 */
export function generateLargeStory(seed: number): Story {
  const random = new Random(seed + 12e6);
  const blocks = random.pick([1, 1, 4, 12]);
  const count = Math.round(random.pick([0.3, 0.6, 1]) * (blocks === 1 ? largestBlock : largestWorld));
  const begins = random.between(2 * minute, 4 * minute);
  const crowd: StoryEvent = {
    ...{ at: begins, what: 'crowd', wallet: 0, count, blocks, perTransaction: 400 },
    seed: random.between(0, 1e6),
  };
  const crashes = many(random, 0, 5, (): StoryEvent => {
    const at = begins + random.between(minute, 8 * minute);
    const when = random.pick(['before', 'after'] as const);
    return { at, what: 'crash', point: random.pick(longPoints), skip: random.between(0, 30), when };
  });
  const isDown = random.chance(1 / 3);
  const downtime: StoryEvent = {
    at: begins + random.between(minute, 4 * minute),
    what: 'downtime',
    lasts: (day + random.between(0, 60)) * minute,
  };
  const attributes = random.chance(0.5) ? { spam: 'show' } : {};
  return {
    seed,
    minutes: 30 + (isDown ? day + 60 : 0),
    settings: {
      callsPerSecond: 10,
      quota: null,
      clockSkew: random.pick([0, -300, 300]),
      cursorLife: random.chance(0.5) ? random.between(20_000, 90_000) : undefined,
    },
    rows: [rowOfWallet(walletOf(0), { attributes, old: 2 })],
    events: [firstAppears, crowd, ...crashes, ...(isDown ? [downtime] : [])].sort((a, b) => a.at - b.at),
  };
}
