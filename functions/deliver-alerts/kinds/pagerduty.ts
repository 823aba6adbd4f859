import * as z from 'zod';
import { parsedJson } from '../parsed-json.ts';
import { jsonCall, judgeStatus, laneName, type Service, type ToSend } from './service.ts';

/** The key of an "Events API v2" integration: 32 letters and digits. */
export const pagerdutyParameter = z.object({
  routingKey: z
    .string()
    .trim()
    .regex(/^[a-z0-9]{32}$/i),
  url: z.string().default('https://events.pagerduty.com/v2/enqueue'),
});

/** https://developer.pagerduty.com/docs/send-alert-event */
const summaryLength = 1024;

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

const severity = z.enum(['info', 'warning', 'critical']);
const alert = parsedJson(
  z.object({ severity, reverts: z.string().optional(), restores: z.string().nullish() }),
);
const operations = parsedJson(
  z.object({
    type: z.string(),
    state: z.enum(['began', 'ended']),
    wallet: z.string().nullable(),
    chain: z.string().nullable(),
    destination: z.string().nullish(),
    part: z.string().nullish(),
  }),
);
const alarm = parsedJson(z.object({ AlarmName: z.string(), NewStateValue: z.string() }));

interface Page {
  readonly action: 'trigger' | 'resolve';
  readonly key: string;
  readonly severity: z.infer<typeof severity>;
}

/**
 * An alert triggers an incident by its id, or resolves the one that it takes back or ends. The same problem of operations has the
 * same key when it begins and ends.
 */
function pageOf({ id, content }: Pick<ToSend, 'id' | 'content'>): Page {
  const published = alert.safeParse(content).data;
  if (published !== undefined) {
    const earlier = published.reverts ?? published.restores ?? null;
    return {
      action: earlier === null ? 'trigger' : 'resolve',
      key: earlier ?? id,
      severity: published.severity,
    };
  }
  const incident = operations.safeParse(content).data;
  if (incident !== undefined) {
    const { type, state, wallet, chain, destination, part } = incident;
    const key = laneName(type, wallet ?? '', chain ?? '', destination ?? '', part ?? '');
    return { action: state === 'began' ? 'trigger' : 'resolve', key, severity: 'warning' };
  }
  const rung = alarm.safeParse(content).data;
  const key = rung === undefined ? id : laneName('alarm', rung.AlarmName);
  return { action: rung?.NewStateValue === 'OK' ? 'resolve' : 'trigger', key, severity: 'warning' };
}

function eventOf(message: ToSend): object {
  const { action, key, severity } = pageOf(message);
  const { headline, lines, link } = message.chat;
  return {
    event_action: action,
    dedup_key: key,
    client: 'Chainbell',
    ...(link === null ? {} : { links: [{ href: link.url, text: link.text }] }),
    payload: {
      // Without the mark, which a voice would read out.
      summary: headline.slice(headline.indexOf(' ') + 1).slice(0, summaryLength),
      source: 'Chainbell',
      severity,
      custom_details: { facts: lines.join('\n') },
    },
  };
}
