import type { OpenIncident } from '../../incidents/incident.ts';
import type { IncidentLog } from '../../incidents/incident-log.ts';
import { isNearlySpent, type SmsSpend } from './sms-spend.ts';
import { smsIncident } from './subscription-incidents.ts';
import type { TopicSubscription } from './topic-subscriptions.ts';

/**
 * Tells that SMS are about to stop, and that they have room again. What the account's other SMS cost is nobody's matter here
 * while no phone is subscribed.
 * @param listed the subscriptions that could be listed
 * @param isWhole false: some could not be, so that whether a phone is among them is not known
 */
export async function recordSmsSpend(
  listed: readonly TopicSubscription[],
  isWhole: boolean,
  open: readonly OpenIncident[],
  { smsSpend, incidents }: { readonly smsSpend: () => Promise<SmsSpend>; readonly incidents: IncidentLog },
): Promise<void> {
  const hasSms = listed.some(({ protocol, state }) => protocol === 'sms' && state === 'confirmed');
  if (!hasSms && !isWhole) return;
  const spend = hasSms ? await smsSpend() : null;
  if (spend !== null && isNearlySpent(spend)) await incidents.begin([smsIncident(spend)], open);
  else await incidents.end(open.filter(({ type }) => type === 'sms.spent'));
}
