import type { OpenIncident } from '../../incidents/incident.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';
import { isNearlySpent } from './sms-spend.ts';
import { smsIncident } from './subscription-incidents.ts';
import { topics } from './topic-subscriptions.ts';

/**
 * Once an hour: tells that SMS are about to stop, and that they have room again. What the account's other SMS cost is nobody's
 * matter here while no phone is subscribed: the daily check remembers whether one is, so that nothing is listed for it.
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
