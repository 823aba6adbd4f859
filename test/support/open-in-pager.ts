import { operationsChat } from '../../functions/deliver-alerts/kinds/operations-chat.ts';
import { createPagerDuty } from '../../functions/deliver-alerts/kinds/pagerduty.ts';
import { operationsOrigin } from './operations-origin.ts';

const pager = createPagerDuty({ routingKey: 'a'.repeat(32), url: 'https://pager.example' });

/** The keys of the incidents that a pager still has open after these operations messages. */
export function openInPager(messages: readonly object[]): ReadonlySet<string> {
  const open = new Set<string>();
  for (const message of messages) {
    const content = JSON.stringify(message);
    const chat = operationsChat(content, null, operationsOrigin);
    const { body } = pager.callOf({ id: 'a1', content, topicArn: 'ops', alert: null, chat, now: 0 }, null);
    const { event_action, dedup_key } = JSON.parse(body);
    if (event_action === 'trigger') open.add(dedup_key);
    else open.delete(dedup_key);
  }
  return open;
}
