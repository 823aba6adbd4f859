import * as z from 'zod';
import { parsedJson } from '../runtime/parsed-json.ts';

export const destinationKinds = ['telegram', 'slack', 'discord', 'webhook', 'pagerduty'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** Name of the SSM parameter with a destination's secret. */
export const destinationParameter = (destination: string) => `/chainbell/destinations/${destination}`;

/** Set by lib/aws/destinations.ts; checked at cold start. */
export const deliverEnvironment = z.object({
  /** Prefix of queue names. */
  STACK_NAME: z.string().min(1),
  DELIVERIES_TABLE: z.string().min(1),
  STATE_TABLE: z.string().min(1),
  OPS_TOPIC_ARN: z.string().min(1),
  /** https, without an anchor. */
  RUNBOOK_URL: z.string().min(1),
  /** URL of any destination's queue: the URLs of the others differ in the last part. */
  QUEUE_URL: z.string().min(1),
  /** JSON: kinds by name. */
  DESTINATIONS: parsedJson(z.record(z.string(), z.enum(destinationKinds))),
  /** Whether destinations may be on loopback, with http: only on a local engine. */
  LOOPBACK: z.enum(['allowed', 'refused']),
});

export type DeliverEnvironment = z.infer<typeof deliverEnvironment>;
