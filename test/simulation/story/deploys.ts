import { Random } from '../random.ts';
import type { Happening, StoryEvent } from './happenings.ts';
import { makeStorm, wellIndexed } from './make.ts';
import type { Story } from './story.ts';

const minute = 60_000;
/** Happenings of which a node shows nothing, or that last longer than a change of the source may. */
const left = new Set<Happening['what']>(['index stands still', 'poisoning', 'key changes']);
/** The API shows a transfer later than a node does. */
const latest = 100_000;
/** A storm before each deploy leaves digests that wait. */
const stormBefore = 150_000;
/** One function may get a deploy's settings this much later than the other. */
const longestDeploy = 40_000;

/** Deploys change a chain's source from the API to its node, back, and to the node again. */
export function withDeploys(story: Story): Story {
  const { node, quota } = story.settings;
  const random = new Random(story.seed + 26e6);
  const isCrowded = story.events.some(({ what }) => what === 'crowd');
  if (node !== undefined || quota !== null || isCrowded || !random.chance(0.1)) return story;
  const events = story.events
    .filter(({ what }) => !left.has(what))
    .map((event): StoryEvent => {
      if (event.what !== 'transfer') return event;
      return { ...event, ...wellIndexed, late: random.chance(0.5) ? Math.min(event.late, latest) : 0 };
    });
  let at = random.between(2 * minute, story.minutes * minute);
  const sources = (['node', 'api', 'node'] as const).slice(0, random.between(1, 3));
  const deploys = sources.flatMap((source): StoryEvent[] => {
    at += random.between(minute / 2, 30 * minute);
    const [dispatchAfter, pollAfter] = [random.between(0, longestDeploy), random.between(0, longestDeploy)];
    const storm = makeStorm('mixed storm', random, story.rows.length, [20, 40]);
    return [
      { at: at - stormBefore, ...storm },
      { at, what: 'deploy', source, dispatchAfter, pollAfter },
    ];
  });
  const minutes = Math.max(story.minutes, Math.ceil(at / minute) + 1);
  const deployed = random.pick(['beside a node', 'without a node'] as const);
  const settings = { ...story.settings, node: 'source' as const, deployed, destinations: undefined };
  // Transfers between a deploy and the node's first answer are not promised, and a stack that is down asks no node.
  const isDown = (event: StoryEvent) =>
    event.what === 'downtime' &&
    deploys.some(({ at, what }) => what === 'deploy' && at > event.at && at < event.at + event.lasts);
  const played = events.filter((event) => !isDown(event));
  return { ...story, minutes, events: [...played, ...deploys], settings };
}
