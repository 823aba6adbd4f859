import * as z from 'zod';
import { jsonCall, judgeStatus, laneName, type Service, type ToSend } from './service.ts';

/** The key of an "Events API v2" integration. PagerDuty judges it. */
export const pagerdutyParameter = z.object({
  routingKey: z
    .string()
    .trim()
    .regex(/^[\w-]{1,100}$/),
  url: z.string().default('https://events.pagerduty.com/v2/enqueue'),
});

/** PagerDuty names no rate beyond 429; two a second are more than people can read. */
export function createPagerDuty({ routingKey, url }: z.infer<typeof pagerdutyParameter>): Service {
  return {
    url,
    callOf: (message) => jsonCall(url, { routing_key: routingKey, ...eventOf(message) }),
    lanes: [{ name: laneName('pagerduty', routingKey), burst: 10, intervalMs: 500 }],
    judge: judgeStatus,
    secrets: [routingKey, url],
  };
}

/**
 * An alert triggers an incident by its id, or resolves the incident of the alert that it takes back or ends. A problem of operations
 * has the same key when it begins and ends. The key contains the topic, so that two stacks can share a pager.
 */
function incidentOf({ id, alert, chat: { problem }, topicArn }: ToSend) {
  if (alert !== null) {
    const earlier = 'reverts' in alert ? alert.reverts : 'restores' in alert ? alert.restores : null;
    return { isOver: earlier !== null, key: earlier ?? id, severity: alert.severity };
  }
  if (problem === undefined) return { isOver: false, key: id, severity: 'warning' };
  const { type, names, isOver } = problem;
  return { isOver, key: laneName(type, topicArn, ...names), severity: 'warning' };
}

/** https://developer.pagerduty.com/docs/send-alert-event */
function eventOf(message: ToSend): object {
  const { isOver, key, severity } = incidentOf(message);
  const { headline, lines, link } = message.chat;
  return {
    event_action: isOver ? 'resolve' : 'trigger',
    dedup_key: key,
    client: 'Chainbell',
    ...(link === null ? {} : { links: [{ href: link.url, text: link.text }] }),
    payload: {
      // Without the emoji, which a voice would read out.
      summary: headline.slice(headline.indexOf(' ') + 1),
      source: 'Chainbell',
      severity,
      custom_details: { facts: lines.join('\n') },
    },
  };
}
