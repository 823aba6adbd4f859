import { mostOnRecord, onRecord, type TopicCheck } from './subscription-check.ts';
import { isOfPeople, partOf, pendingIncident } from './subscription-incidents.ts';

/**
 * Tells of the subscriptions that wait for their confirmation, and of those that no longer do. At once and without a grace:
 * SNS deletes them after 48 hours, so the next daily check may be too late for the link.
 */
export async function recordPending(check: TopicCheck): Promise<void> {
  const { topic, listed, confirmed, open, incidents, log } = check;
  const pending = new Map(
    listed
      .filter((one) => one.state === 'pending' && isOfPeople(one) && !confirmed.has(one.id))
      .map((one) => [partOf(topic, one), one]),
  );
  const known = onRecord('subscription.pending', check);
  const parts = new Set([...confirmed].map((id) => partOf(topic, { id })));
  const over = [...known].filter(([part]) => !pending.has(part));
  const [done, expired] = [true, false].map((isConfirmed) =>
    over.filter(([part]) => parts.has(part) === isConfirmed).map(([, incident]) => incident),
  );
  await incidents.end(done ?? [], 'The subscription is confirmed');
  await incidents.end(expired ?? [], 'Nobody confirmed the subscription, and it is deleted');

  const kept = [...pending].filter(([part]) => known.has(part));
  const fresh = [...pending].filter(([part]) => !known.has(part));
  const told = fresh.slice(0, Math.max(0, mostOnRecord - kept.length));
  if (told.length < fresh.length)
    log.warn('more subscriptions are unconfirmed than are told of at a time', {
      topic,
      untold: fresh.length - told.length,
    });
  // Those on record go along: one that a crash kept from being told is told now.
  await incidents.begin(
    [...kept, ...told].map(([, one]) => pendingIncident(topic, one)),
    open,
  );
}
