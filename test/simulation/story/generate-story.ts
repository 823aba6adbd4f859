import { apiFaults, awsFaults } from '../faults.ts';
import { Random } from '../random.ts';
import { withCalm } from './calm.ts';
import {
  withApiChanges,
  withFewSingles,
  withHurriedTicks,
  withRowChanges,
  withSecondChain,
} from './changes.ts';
import {
  withCrowdedBlocks,
  withManyWallets,
  withMixedStorms,
  withRefusedDeliveries,
  withSlowAws,
  withSlowQuota,
  withTornBatches,
} from './crowds.ts';
import { withDeploys } from './deploys.ts';
import { destinationsOf } from './destinations.ts';
import type { Happening, StoryEvent } from './happenings.ts';
import { makeReorg, makeRow, makeStorm, makeTransfer, many } from './make.ts';
import { makePoisonings } from './poisoning.ts';
import { withSource } from './source.ts';
import type { Story, StorySettings } from './story.ts';

/** The awaits of a poll at which a crash is planned by name; other awaits are hit by number. */
export const pollPoints = [
  'read State',
  'read page',
  'count a beginning wallet',
  'query rows',
  'query what was taken back',
  'query held rows',
  'begin',
  'record rows',
  'hold rows',
  'publish to alerts',
  'fold addresses',
  'commit',
  'hand on',
  'abandon',
  'remove rows',
  'save quietly',
  'note a failure',
  'note an incident',
  'publish to operations',
  'claim calls',
] as const;

function nodeOf(seed: number): StorySettings['node'] {
  const random = new Random(seed + 5e6);
  if (random.chance(0.35)) return random.pick(['honest', 'calm', 'calm', 'leaves out'] as const);
  if (!new Random(seed + 15e6).chance(0.15)) return undefined;
  return new Random(seed + 26e6).chance(0.3) ? 'beside the API' : 'source';
}

function mostHeldOf(seed: number): number | undefined {
  const random = new Random(seed + 37e6);
  return random.chance(0.4) ? random.pick([8, 40, 200]) : undefined;
}

const largestStorm = 600;

/** The story of a seed: rows, a chain's transactions and the faults. */
export function generateStory(seed: number): Story {
  const random = new Random(seed);
  const minutes = random.between(25, 70);
  const rows = Array.from({ length: random.between(1, 3) }, (_, i) => makeRow(random, i));
  const happenings: Happening[] = [
    ...rows.map((_, row) => ({ what: 'row appears' as const, row })),
    ...many(random, 4, 40, () => makeTransfer(random, rows.length)),
    ...many(random, 0, 2, () => makeStorm('storm', random, rows.length, [9, largestStorm])),
    ...many(random, 0, 5, () => makeReorg(random, rows.length)),
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
      // A generator of its own, so that the stories of all seeds stay the same.
      node: nodeOf(seed),
      destinations: destinationsOf(seed),
      mostHeld: mostHeldOf(seed),
    },
  };
  const whole = withCrowdedBlocks(
    withMixedStorms(withManyWallets(withSlowAws(story, random), random), random, rows.length),
    random,
  );
  if (whole.settings.node === 'calm') return inOrder(withCalm(whole));
  const { node } = whole.settings;
  if (node === 'source' || node === 'beside the API') return inOrder(withSource(whole));
  const changed = withApiChanges(withRowChanges(withFewSingles(withSecondChain(whole))));
  const torn = withTornBatches(withSlowQuota(withRefusedDeliveries(withHurriedTicks(changed))));
  return inOrder(withDeploys(torn));
}

function inOrder(story: Story): Story {
  return { ...story, events: story.events.toSorted((a, b) => a.at - b.at) };
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
