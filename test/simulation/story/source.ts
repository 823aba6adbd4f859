import { Random } from '../random.ts';
import type { Happening, StoryEvent } from './happenings.ts';
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

/**
 * Most transfers meet a re-org behind the scan that has found them, or a scan that dies at one of its writes: the journal must give
 * back what the one dropped, and the other must not go on behind what it has not left there.
 */
export function withSource(story: Story): Story {
  const random = new Random(story.seed + 16e6);
  const events = story.events
    .filter(({ what }) => played.has(what))
    .flatMap((event): StoryEvent[] => {
      if (event.what !== 'transfer') return [event];
      const { at, wallet } = event;
      const reorg = { what: 're-org', row: wallet, depth: 10, seed: random.between(0, 1e6) } as const;
      const crash = {
        what: 'crash',
        point: random.pick(['note a scan', 'write State', 'note a scan']),
        skip: random.between(0, 1),
        when: random.pick(['before', 'after'] as const),
      } as const;
      return [
        { ...event, ...wellIndexed },
        ...(random.chance(0.3) ? [{ at: at + scannedAfter, ...reorg }] : []),
        ...(random.chance(0.3) ? [{ at: at + random.between(0, 60_000), ...crash }] : []),
      ];
    });
  return { ...story, events, settings: { ...story.settings, quota: null } };
}
