import * as z from 'zod';
import { chainSources } from '../chain/chain-sources.ts';
import { callsPerDay } from '../rate/daily-quota.ts';

/** The dispatch function's environment: set by lib/aws/polling.ts and by the local run. Text only, checked at cold start. */
export const dispatchEnvironment = z.object({
  WATCHLIST_TABLE: z.string().min(1),
  STATE_TABLE: z.string().min(1),
  POLLS_QUEUE_URL: z.string().min(1),
  /** Its subscriptions are looked at once a day; alerts are published by others. */
  ALERTS_TOPIC_ARN: z.string().min(1),
  OPS_TOPIC_ARN: z.string().min(1),
  /** What operations messages link, each its heading: https. */
  RUNBOOK_URL: z.string().min(1),
  STACK_NAME: z.string().min(1),
  /** The stack's poll interval in seconds. */
  EVERY_SECONDS: z.coerce.number().int().positive(),
  /** JSON: which chains are read from a node. */
  SOURCES: z.string().transform((text) => chainSources.parse(JSON.parse(text))),
  /** Of the API plan, all workers together. */
  CALLS_PER_SECOND: z.coerce.number().positive(),
  /** The API plan's calls a UTC day; empty: no limit. */
  CALLS_PER_DAY: callsPerDay,
  /** Path of the parameters with nodes' URLs; empty: no chain has a node. */
  RPC_PARAMETERS: z.string(),
  /** Seconds between two polls of a wallet that its chain's node shows nothing of. */
  SWEEP_SECONDS: z.coerce.number().int().positive(),
  /** Seconds between two scans of a chain's node. */
  SCAN_SECONDS: z.coerce.number().int().positive(),
  /** Wakes the function between two ticks; empty: nothing does. */
  WAKE_UPS_QUEUE_URL: z.string(),
  /** How often all subscribers get a summary. */
  SUMMARY: z.enum(['weekly', 'daily', 'none']),
  /** Name of the parameter with the URL of a monitor. */
  HEARTBEAT_PARAMETER: z.string().min(1),
  /** Whether the monitor may be on loopback, with http: on a local engine alone. */
  LOOPBACK: z.enum(['allowed', 'refused']),
});

export type DispatchEnvironment = z.infer<typeof dispatchEnvironment>;
