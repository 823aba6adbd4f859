import * as z from 'zod';
import { parsedJson } from '../../runtime/parsed-json.ts';
import { alarm, incidentFields } from './operations-chat.ts';
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

const alert = parsedJson(
  z.object({
    severity: z.enum(['info', 'warning', 'critical']),
    reverts: z.string().optional(),
    restores: z.string().nullish(),
  }),
);
const operations = parsedJson(incidentFields);

/**
 * An alert triggers an incident by its id, or resolves the incident of the alert that it takes back or ends. A problem of operations
 * has the same key when it begins and ends. The key contains the topic, so that two stacks can share a pager.
 */
function incidentOf({ id, content, topicArn }: Pick<ToSend, 'id' | 'content' | 'topicArn'>) {
  const published = alert.safeParse(content).data;
  if (published !== undefined) {
    const earlier = published.reverts ?? published.restores ?? null;
    return { isOver: earlier !== null, key: earlier ?? id, severity: published.severity };
  }
  const incident = operations.safeParse(content).data;
  if (incident !== undefined) {
    const { type, state, wallet, chain, destination, part } = incident;
    const key = laneName(type, topicArn, ...(part ? [part] : [wallet ?? '', chain ?? '', destination ?? '']));
    return { isOver: state === 'ended', key, severity: 'warning' };
  }
  const rung = alarm.safeParse(content).data;
  const key = rung === undefined ? id : laneName('alarm', topicArn, rung.AlarmName);
  return { isOver: rung?.NewStateValue === 'OK', key, severity: 'warning' };
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
