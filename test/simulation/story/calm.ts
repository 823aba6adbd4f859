import { Random } from '../random.ts';
import type { Happening, StoryEvent } from './happenings.ts';
import { makeTransfer } from './make.ts';
import type { Story } from './story.ts';

/** What happens in a story whose node is to find all: nothing that makes a poll fail, for what failed is polled anyway. */
const calmly = new Set<Happening['what']>(['row appears', 'transfer', 'poisoning', 're-org', 'second tick']);

/**
 * A few transfers, so that none is found by what another one's wallet is polled for. Most of them come to the API later than to
 * the node, a re-org brings others, and the function that scans dies before, between or after its writes.
 */
export function withCalm(story: Story): Story {
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
