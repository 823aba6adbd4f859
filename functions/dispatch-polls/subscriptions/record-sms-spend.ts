import type { OpenIncident } from '../../incidents/incident.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';
import { isNearlySpent } from './sms-spend.ts';
import { smsIncident } from './subscription-incidents.ts';
import { topics } from './topic-subscriptions.ts';

/**
 * Tells operations, once an hour, that the account's limit for SMS is nearly spent, and later that it has room again. While no
 * phone is subscribed it does not look. The daily check has stored whether one is, so this check lists no subscriptions.
 * @param open what is on record
 */
export async function checkSmsSpend(
  open: readonly OpenIncident[],
  { subscriptions, incidents }: Pick<DispatchDependencies, 'subscriptions' | 'incidents'>,
): Promise<void> {
  if (subscriptions === undefined) return;
  const known = await Promise.all(topics.map((topic) => subscriptions.memory.read(topic)));
  const hasSms = known.flat().some(({ protocol }) => protocol === 'sms');
  const spend = hasSms ? await subscriptions.smsSpend() : null;
  if (spend !== null && isNearlySpent(spend)) await incidents.begin([smsIncident(spend)], open);
  else await incidents.end(open.filter(({ type }) => type === 'sms.spent'));
}
