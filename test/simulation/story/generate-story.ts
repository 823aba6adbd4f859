import { tokens, weth } from '../chain/sim-tokens.ts';
import { apiFaults, awsFaults } from '../faults.ts';
import { Random } from '../random.ts';
import type { Happening, Story, StoryEvent, StoryRow, TransferHappening } from './story.ts';

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
] as const;

const largestStorm = 600;

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
    ...many(random, 0, 5, () => ({
      what: 're-org' as const,
      depth: random.between(1, 10),
      seed: random.between(0, 1e6),
    })),
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
  return {
    seed,
    minutes,
    rows,
    events: events.sort((a, b) => a.at - b.at),
    settings: {
      callsPerSecond: random.pick([2, 4, 10]),
      budget: random.chance(0.2)
        ? { callsPerDay: random.between(1_000, 4_000) * rows.length, leftToday: random.between(3, 80) }
        : null,
      clockSkew: random.pick([0, 0, 400]),
    },
  };
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
    wallet: `0x${(number + 1).toString(16).padStart(2, '0').repeat(20)}`,
    fromBlocksBefore: random.chance(0.15) ? random.between(0, 200) : null,
    old: random.chance(0.1) ? random.between(90, 230) : random.between(0, 8),
  };
}

function makeTransfer(random: Random, rows: number): TransferHappening {
  const direction = random.pick(['in', 'in', 'in', 'out', 'out', 'self', 'to another row'] as const);
  return {
    what: 'transfer',
    wallet: random.between(0, rows - 1),
    direction,
    token: random.between(0, tokens.length - 1),
    value: makeValue(random),
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
