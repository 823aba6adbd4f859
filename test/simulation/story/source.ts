import { Random } from '../random.ts';
import type { CoinHappening, Happening, StoryEvent } from './happenings.ts';
import { makeValue, many } from './make.ts';
import type { Story } from './story.ts';

/** What happens in a story whose chain is read from its node: nothing that the API alone does. */
const played = new Set<Happening['what']>([
  'row appears',
  'transfer',
  'storm',
  'mixed storm',
  're-org',
  'AWS',
  'AWS is slow',
  'crash',
  'kill',
  'downtime',
  'second tick',
]);

/** A node shows each transfer when it shows its block. */
const wellIndexed = { numberWrongFor: 0, late: 0, unreadableFor: 0, receiverHidden: false };
/** By then a tick has read a block, and a re-org of ten still reaches it. */
const scannedAfter = 100_000;

/** Transfers of tokens as every story has them, and movements that a node alone shows. */
export function withSource(story: Story): Story {
  const random = new Random(story.seed + 16e6);
  const events = story.events
    .filter(({ what }) => played.has(what))
    .flatMap((event): StoryEvent[] =>
      event.what === 'transfer' ? disturbed({ ...event, ...wellIndexed }, random) : [event],
    );
  const others = new Random(story.seed + 18e6);
  const coin = many(others, 6, 24, () => {
    const at = others.between(0, story.minutes * 60_000);
    return disturbed({ at, ...makeCoin(others, story.rows.length) }, others);
  });
  return { ...story, events: [...events, ...coin.flat()], settings: { ...story.settings, quota: null } };
}

/**
 * Most movements meet a re-org behind the scan that has found them, or a scan that dies at one of its writes: the journal must give
 * back what the one dropped, and the other must not go on behind what it has not left there.
 */
function disturbed(event: StoryEvent & { readonly wallet: number }, random: Random): StoryEvent[] {
  const { at, wallet } = event;
  const reorg = { what: 're-org', row: wallet, depth: 10, seed: random.between(0, 1e6) } as const;
  const crash = {
    what: 'crash',
    point: random.pick(['note a scan', 'write State', 'note a scan']),
    skip: random.between(0, 1),
    when: random.pick(['before', 'after'] as const),
  } as const;
  return [
    event,
    ...(random.chance(0.3) ? [{ at: at + scannedAfter, ...reorg }] : []),
    ...(random.chance(0.3) ? [{ at: at + random.between(0, 60_000), ...crash }] : []),
  ];
}

const ways = [
  'in',
  'in',
  'out',
  'out',
  'self',
  'to another row',
  'fails',
  'a contract pays',
  'a contract takes',
] as const;

function makeCoin(random: Random, rows: number): CoinHappening {
  return {
    what: 'coin',
    wallet: random.between(0, rows - 1),
    how: random.pick(ways),
    value: makeValue(random),
  };
}
