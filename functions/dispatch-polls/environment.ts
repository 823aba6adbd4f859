import * as z from 'zod';
import { chainSources } from '../chain/chain-sources.ts';
import { callsPerDay } from '../rate/daily-quota.ts';
import { parsedJson, texts } from '../runtime/parsed-json.ts';

/** Set by lib/aws/polling.ts and by the local run. */
export const dispatchEnvironment = z.object({
  ...texts('WATCHLIST_TABLE', 'STATE_TABLE', 'POLLS_QUEUE_URL', 'ALERTS_TOPIC_ARN', 'OPS_TOPIC_ARN'),
  ...texts('RUNBOOK_URL', 'STACK_NAME', 'HEARTBEAT_PARAMETER', 'RPC_PARAMETERS'),
  EVERY_SECONDS: z.coerce.number().int().positive(),
  SOURCES: parsedJson(chainSources),
  CALLS_PER_SECOND: z.coerce.number().positive(),
  /** Empty: no limit. */
  CALLS_PER_DAY: callsPerDay,
  SWEEP_SECONDS: z.coerce.number().int().positive(),
  SCAN_SECONDS: z.coerce.number().int().positive(),
  /** Empty if SCAN_SECONDS is a minute: nothing wakes the function between two ticks. */
  WAKE_UPS_QUEUE_URL: z.string(),
  SUMMARY: z.enum(['weekly', 'daily', 'none']),
  /** Whether the monitor may be on loopback: only with a local engine. */
  LOOPBACK: z.enum(['allowed', 'refused']),
});

export type DispatchEnvironment = z.infer<typeof dispatchEnvironment>;
