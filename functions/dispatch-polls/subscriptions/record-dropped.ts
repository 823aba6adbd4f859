import type { RememberedSubscription } from './remembered-subscriptions.ts';
import { mostOnRecord, onRecord, type TopicCheck } from './subscription-check.ts';
import { droppedIncident, isOfPeople, partOf } from './subscription-incidents.ts';

/** Some 25 KB of an item. In a topic with more, the rest is not missed when it goes. */
const mostRemembered = 300;

/** In ms: by then its owner has noticed, or meant it. */
const leftAtThat = 7 * 86_400_000;

/** Reports confirmed subscriptions that are gone, or back. Whether it was meant nobody can see, so it ends after a week. */
export async function recordDropped(check: TopicCheck): Promise<void> {
  const { topic, confirmed, open, memory, incidents, clock, log } = check;
  const remembered = await memory.read(topic);
  const known = onRecord('subscription.lost', check);
  const isBack = (part: string) => confirmed.has(part.slice(topic.length + 1));
  const of = (chosen: (part: string, since: number) => boolean) =>
    [...known].filter(([part, { since }]) => chosen(part, since)).map(([, incident]) => incident);
  const isOld = (since: number) => clock.now() - since >= leftAtThat;

  const gone = remembered.filter((one) => !confirmed.has(one.id) && !known.has(partOf(topic, one)));
  const kept = of((part, since) => !isBack(part) && !isOld(since));
  const told = gone.slice(0, Math.max(0, mostOnRecord - kept.length));
  const untold = gone.slice(told.length);
  if (untold.length > 0)
    log.warn('more subscriptions are gone than are told of at a time', { topic, untold: untold.length });
  await incidents.end(
    of((part) => isBack(part)),
    'The subscription is there again',
  );
  await incidents.end(
    of((part, since) => !isBack(part) && isOld(since)),
    'The subscription was not made again, and this is left at that',
  );
  await incidents.begin([...kept, ...told.map((one) => droppedIncident(topic, one))], open);
  // Last: what a crash kept from the record is missed again at the next check.
  await memory.write(topic, toRemember(check, remembered, untold));
}

/** Those remembered before keep their place, so that a long list does not change who is watched. */
function toRemember(
  { topic, listed, log }: TopicCheck,
  before: readonly RememberedSubscription[],
  untold: readonly RememberedSubscription[],
): readonly RememberedSubscription[] {
  const now = new Map(
    listed.filter((one) => one.state === 'confirmed' && isOfPeople(one)).map((one) => [one.id, one]),
  );
  const known = before.flatMap(({ id }) => now.get(id) ?? []);
  const others = now.values().filter(({ id }) => known.every((one) => one.id !== id));
  const all = [...untold, ...known, ...others];
  if (all.length > mostRemembered)
    log.warn('a topic has more subscriptions than are missed when they go', {
      topic,
      beyond: all.length - mostRemembered,
    });
  return all.slice(0, mostRemembered);
}
