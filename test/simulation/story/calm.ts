import { Random } from '../random.ts';
import type { Happening, StoryEvent } from './happenings.ts';
import { makeTransfer } from './make.ts';
import type { Story } from './story.ts';

/** Whether this story's node has the lag. */
export function isLagging(seed: number): boolean {
  return seed % 2 === 1;
}

/** Happenings of a story whose node must find all: none that makes a poll fail, because a failed wallet is polled anyway. */
const calmly = new Set<Happening['what']>(['row appears', 'transfer', 'poisoning', 're-org', 'second tick']);

/** Kept in any case, because there are few of them. */
const always = new Set<Happening['what']>(['row appears', 're-org']);

const minute = 60_000;
/** A node shows a block once three others are on top of it. */
const shownAfter = 36_000;
/** With an odd seed the node lags in every third minute, by two blocks: those mined this long before its tick. */
const lagsEvery = 3 * minute;
const lackedFor = { least: 38_000, most: 58_000 };

/**
 * Few transfers, so that no poll for one of them finds another. Most of them come to the API later than to
 * the node, and a re-org brings others. Either the node's logs lag behind its head when they are to be seen, or the function that
 * scans dies before, between or after its writes: in the tick after a crash all wallets are polled, which would hide what lagging
 * logs left out.
 */
export function withCalm(story: Story): Story {
  const random = new Random(story.seed + 6e6);
  const events = story.events
    .filter(({ what }) => calmly.has(what) && (always.has(what) || random.chance(0.3)))
    .flatMap((event): StoryEvent[] => {
      if (event.what === 're-org') {
        const brings = makeTransfer(random, story.rows.length);
        return [{ ...event, depth: 10, brings }];
      }
      if (event.what !== 'transfer') return [event];
      const late = random.chance(0.7) ? random.between(minute, 200_000) : event.late;
      if (isLagging(story.seed)) return [{ ...event, late, at: intoLag(event.at, random) }];
      return [{ ...event, late }, ...(random.chance(0.7) ? [crashAtScan(event.at, random)] : [])];
    });
  return { ...story, events, settings: { ...story.settings, quota: null, clockSkew: 0 } };
}

/** In the tick that sees what is mined now. A tick records that it asks, and then what it found: the crash hits one of the two. */
function intoLag(at: number, random: Random): number {
  return Math.ceil((at + minute) / lagsEvery) * lagsEvery - random.between(lackedFor.least, lackedFor.most);
}

/** In the tick that sees what is mined now. A tick notes that it asks, and then what it found: either is the last that it does. */
function crashAtScan(at: number, random: Random): StoryEvent {
  const tick = Math.ceil((at + shownAfter) / minute) * minute;
  const when = random.pick(['before', 'after'] as const);
  return { at: tick - 1_000, what: 'crash', point: 'note a scan', skip: random.between(0, 1), when };
}
