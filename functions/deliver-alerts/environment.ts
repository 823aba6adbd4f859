import * as z from 'zod';
import { parsedJson, texts } from '../runtime/parsed-json.ts';

export const destinationKinds = ['telegram', 'slack', 'discord', 'webhook', 'pagerduty'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** Name of the SSM parameter with a destination's secret. */
export const destinationParameter = (destination: string) => `/chainbell/destinations/${destination}`;

/** Set by lib/aws/destinations.ts; checked at cold start. */
export const deliverEnvironment = z.object({
  ...texts('STACK_NAME', 'DELIVERIES_TABLE', 'STATE_TABLE', 'OPS_TOPIC_ARN', 'RUNBOOK_URL'),
  /** URL of any destination's queue: the URLs of the others differ in the last part, which begins with the stack's name. */
  ...texts('QUEUE_URL'),
  /** JSON: kinds by name. */
  DESTINATIONS: parsedJson(z.record(z.string(), z.enum(destinationKinds))),
  /** Whether destinations may be on loopback, with http: only on a local engine. */
  LOOPBACK: z.enum(['allowed', 'refused']),
});

export type DeliverEnvironment = z.infer<typeof deliverEnvironment>;
