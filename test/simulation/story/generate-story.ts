import { tokens, weth } from '../chain/sim-tokens.ts';
import { apiFaults, awsFaults, awsServices } from '../faults.ts';
import { Random } from '../random.ts';
import { makePoisonings } from './poisoning.ts';
import type {
  Crowd,
  Happening,
  Story,
  StoryEvent,
  StoryRow,
  StorySettings,
  TransferHappening,
} from './story.ts';

/** The awaits of the poll that a crash is planned for by name; others are met by their number. */
const pollPoints = [
  'read State',
  'read page',
  'count a beginning wallet',
  'write History',
  'query History',
  'save alerts',
  'publish to alerts',
  'clear outbox',
  'take outbox over',
  'save quietly',
  'note a failure',
  'note a problem',
  'publish to operations',
  'claim calls',
  'put a piece',
] as const;

function nodeOf(seed: number): StorySettings['node'] {
  const random = new Random(seed + 5e6);
  return random.chance(0.35) ? random.pick(['honest', 'calm', 'calm', 'leaves out'] as const) : undefined;
}

const largestStorm = 600;
const largestMixedStorm = 120;

/** The story of a seed: rows, a chain's life and everything that goes wrong meanwhile. */
export function generateStory(seed: number): Story {
  const random = new Random(seed);
  const minutes = random.between(25, 70);
  const rows = Array.from({ length: random.between(1, 3) }, (_, i) => makeRow(random, i));
  const happenings: Happening[] = [
    ...rows.map((_, row) => ({ what: 'row appears' as const, row })),
    ...many(random, 4, 40, () => makeTransfer(random, rows.length)),
    ...many(random, 0, 2, () => ({
      what: 'storm' as const,
      wallet: random.between(0, rows.length - 1),
      count: random.between(9, largestStorm),
      seed: random.between(0, 1e6),
    })),
    ...many(random, 0, 5, () => makeReorg(random)),
    ...many(random, 2, 24, () => makeApiFault(random)),
    ...many(random, 0, 12, () => ({
      what: 'AWS' as const,
      fault: random.pick(awsFaults),
      skip: random.between(0, 3),
    })),
    ...many(random, 0, 10, () => ({
      what: 'crash' as const,
      point: random.chance(0.6) ? random.pick(pollPoints) : null,
      skip: random.between(0, random.chance(0.5) ? 1 : 12),
      when: random.pick(['before', 'after'] as const),
    })),
    ...many(random, 0, 2, () => ({ what: 'kill' as const })),
    ...many(random, 0, 1, () => ({ what: 'downtime' as const, lasts: random.between(60_000, 900_000) })),
    ...many(random, 0, 3, () => ({ what: 'second tick' as const })),
  ];
  const events = happenings.map(
    (happening): StoryEvent => ({ at: timeOf(happening, random, minutes), ...happening }),
  );
  const story = {
    seed,
    minutes,
    rows,
    events: [...events, ...makePoisonings(seed, minutes, rows.length)],
    settings: {
      callsPerSecond: random.pick([2, 4, 10]),
      quota: random.chance(0.2)
        ? { callsPerDay: random.between(1_000, 4_000) * rows.length, leftToday: random.between(3, 80) }
        : null,
      clockSkew: random.pick([0, -300, 300]),
      // By chance of its own, so that the stories of all seeds stay what they were.
      node: nodeOf(seed),
    },
  };
  const whole = withCrowdedBlocks(
    withMixedStorms(withManyWallets(withSlowAws(story, random), random), random, rows.length),
    random,
  );
  return inOrder(whole.settings.node === 'calm' ? withCalm(whole) : whole);
}

/** What happens in a story whose node is to find all: nothing that makes a poll fail, for what failed is polled anyway. */
const calmly = new Set<Happening['what']>(['row appears', 'transfer', 'poisoning', 're-org', 'second tick']);

/**
 * A few transfers, so that none is found by what another one's wallet is polled for. Most of them come to the API later than to
 * the node, a re-org brings others, and the function that scans dies before, between or after its writes.
 */
function withCalm(story: Story): Story {
  const random = new Random(story.seed + 6e6);
  const events = story.events
    .filter(({ what }) => calmly.has(what) && (what === 'row appears' || random.chance(0.3)))
    .flatMap((event): StoryEvent[] => {
      if (event.what === 're-org') {
        const brings = makeTransfer(random, story.rows.length);
        return [{ ...event, depth: 10, brings }];
      }
      if (event.what !== 'transfer') return [event];
      const late = random.chance(0.7) ? random.between(60_000, 200_000) : event.late;
      // The node shows a block when others stand on it: in the next tick, or in the one behind it.
      const crashes = [0, 60_000].map((after): StoryEvent => {
        const when = random.pick(['before', 'after'] as const);
        return { at: event.at + after, what: 'crash', point: 'note a scan', skip: 0, when };
      });
      return [{ ...event, late }, ...(random.chance(0.8) ? crashes : [])];
    });
  return { ...story, events, settings: { ...story.settings, quota: null, clockSkew: 0 } };
}

function withMixedStorms(story: Story, random: Random, rows: number): Story {
  const storms = many(
    random,
    0,
    2,
    (): StoryEvent => ({
      at: random.between(0, story.minutes * 60_000),
      what: 'mixed storm',
      wallet: random.between(0, rows - 1),
      count: random.between(9, largestMixedStorm),
      seed: random.between(0, 1e6),
    }),
  );
  return { ...story, events: [...story.events, ...storms] };
}

function inOrder(story: Story): Story {
  return { ...story, events: story.events.toSorted((a, b) => a.at - b.at) };
}

/** For some minutes each call to AWS takes longer, of one service or of all. */
function withSlowAws(story: Story, random: Random): Story {
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

/**
 * Many idle wallets begin together, two batches full, on a day that has fewer calls left than either has polls, so that
 * each call is claimed by itself, while the table that counts them is slow for as long as calls wait for their turn.
 */
function withManyWallets(story: Story, random: Random): Story {
  if (!random.chance(0.06)) return story;
  const first = story.rows.length;
  const numbers = Array.from({ length: 95 }, (_, i) => first + i);
  const rows = numbers.map(
    (number): StoryRow => ({
      attributes: { every: '5m' },
      wallet: walletOf(number),
      fromBlocksBefore: null,
      old: 0,
    }),
  );
  const appear = numbers.map(
    (row): StoryEvent => ({ at: random.between(0, 50_000), what: 'row appears', row }),
  );
  const slow: StoryEvent = {
    at: random.between(60_050, 60_400), // just behind the tick that polls them
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
function withCrowdedBlocks(story: Story, random: Random): Story {
  // A day's calls would be used up by it, and the rest of the story be silence.
  if (story.settings.quota !== null || !random.chance(crowded)) return story;
  const crowds = many(random, 1, 2, (): StoryEvent[] => {
    const at = random.between(0, story.minutes * 60_000);
    const reorg = { at: at + random.between(20_000, 400_000), ...makeReorg(random) };
    const crowd = { at, ...makeCrowd(random, story.rows.length) };
    return random.chance(0.5) ? [crowd, reorg] : [crowd];
  });
  // Of these the node shows a part alone: they are mined into blocks that it has shown before.
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
    // Mostly a few thousand, in the end what fills a block of Ethereum.
    count: Math.round(
      random.pick([0.12, 0.2, 0.3, 0.5, 1]) * random.between(largestCrowd * 0.9, largestCrowd),
    ),
    blocks,
    perTransaction: random.pick([1, 7, 400]),
    seed: random.between(0, 1e6),
  };
}

function makeReorg(random: Random): Extract<Happening, { what: 're-org' }> {
  return { what: 're-org', depth: random.between(1, 10), seed: random.between(0, 1e6) };
}

function timeOf(happening: Happening, random: Random, minutes: number): number {
  if (happening.what === 'row appears' && random.chance(0.7)) return random.between(0, 60_000);
  return random.between(0, minutes * 60_000);
}

function makeApiFault(random: Random): Extract<Happening, { what: 'API' }> {
  const fault = random.pick(apiFaults);
  const outage = random.chance(0.15);
  return { what: 'API', fault, skip: random.between(0, 3), times: outage ? random.between(3, 15) : 1 };
}

function makeRow(random: Random, number: number): StoryRow {
  const attributes: Record<string, unknown> = {};
  if (random.chance(0.2)) attributes.direction = random.pick(['in', 'out']);
  if (random.chance(0.15)) attributes.ignoreTokens = weth.address;
  if (random.chance(0.15)) attributes.minAmount = '5';
  if (random.chance(0.3)) attributes.spam = random.pick(['show', 'mark']);
  if (random.chance(0.35)) attributes.every = random.pick(['15s', '30s', '2m', '5m']);
  return {
    attributes,
    wallet: walletOf(number),
    fromBlocksBefore: random.chance(0.15) ? random.between(0, 200) : null,
    old: random.chance(0.1) ? random.between(90, 230) : random.between(0, 8),
  };
}

function walletOf(number: number): string {
  return `0x${(number + 1).toString(16).padStart(2, '0').repeat(20)}`;
}

function makeTransfer(random: Random, rows: number): TransferHappening {
  const direction = random.pick(['in', 'in', 'in', 'out', 'out', 'self', 'to another row'] as const);
  const [wallet, token] = [random.between(0, rows - 1), random.between(0, tokens.length - 1)];
  const value = makeValue(random);
  return {
    what: 'transfer',
    wallet,
    direction,
    token,
    value,
    numberWrongFor: value % 20n === 0n ? 30_000 + Number(value % 869_999n) : 0,
    twins: random.chance(0.1) ? random.between(2, 3) : 1,
    late: random.chance(0.25) ? random.between(5_000, 150_000) : 0,
    unreadableFor: random.chance(0.05) ? random.between(60_000, 900_000) : 0,
    receiverHidden: direction === 'in' && random.chance(0.1),
  };
}

/** From dust to more than a double holds. */
export function makeValue(random: Random): bigint {
  return (
    BigInt(random.between(1, 1e9)) * 10n ** BigInt(random.between(0, 24)) + BigInt(random.between(0, 1e9))
  );
}

function many<Item>(random: Random, least: number, most: number, make: () => Item): Item[] {
  return Array.from({ length: random.between(least, most) }, make);
}
