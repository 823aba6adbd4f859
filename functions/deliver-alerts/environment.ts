import * as z from 'zod';
import { parsedJson } from './parsed-json.ts';

export const destinationKinds = ['telegram', 'slack', 'discord', 'webhook', 'pagerduty'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** The delivering function's environment, set by lib/aws/destinations.ts. Text only, checked at cold start. */
export const deliverEnvironment = z.object({
  /** A destination's queue is called by it and the destination's name. */
  STACK_NAME: z.string().min(1),
  DELIVERIES_TABLE: z.string().min(1),
  OPS_TOPIC_ARN: z.string().min(1),
  /** What operations messages link, each its heading: https. */
  RUNBOOK_URL: z.string().min(1),
  /** Of any destination's queue: the other queues' URLs differ from it in their last part. */
  QUEUE_URL: z.string().min(1),
  /** JSON: kinds by name. */
  DESTINATIONS: parsedJson(z.record(z.string(), z.enum(destinationKinds))),
  /** Whether destinations may be on loopback, with http: on a local engine alone. */
  LOOPBACK: z.enum(['allowed', 'refused']),
});

export type DeliverEnvironment = z.infer<typeof deliverEnvironment>;
