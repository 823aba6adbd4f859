import * as z from 'zod';
import { chainSources } from '../chain/chain-sources.ts';
import { callsPerDay } from '../rate/daily-quota.ts';
import { parsedJson, texts } from '../runtime/parsed-json.ts';

/** The poll function's environment: set by lib/aws/polling.ts and by the local run. Text only, checked at cold start. */
export const pollEnvironment = z.object({
  ...texts('WATCHLIST_TABLE', 'CONTACTS_TABLE', 'STATE_TABLE', 'HISTORY_TABLE'),
  ...texts(
    'ALERTS_TOPIC_ARN',
    'OPS_TOPIC_ARN',
    'RUNBOOK_URL',
    'BASE_URL',
    'API_VERSION',
    'API_KEY_PARAMETER',
  ),
  /** Empty switches the coin lookup off. */
  COIN_BASE_URL: z.string(),
  COIN_ARRAY_STYLE: z.enum(['brackets', 'repeat', 'comma']),
  /** JSON: more `chain:token` -> coin type pairs. */
  COINS: z.string(),
  /** Empty: no prices. */
  PRICE_BASE_URL: z.string(),
  SOURCES: parsedJson(chainSources),
  CALLS_PER_SECOND: z.coerce.number().positive(),
  /** This worker's share of the rate at which SNS sends emails: all alerts may go to one address. */
  WORKER_ALERTS_PER_SECOND: z.coerce.number().positive(),
  /** The API plan's calls a UTC day; empty: no limit. */
  CALLS_PER_DAY: callsPerDay,
  HISTORY_DAYS: z.coerce.number().int().positive(),
  /** A dimension of the metrics: two stacks of a region are counted separately. */
  ...texts('STACK_NAME'),
});

export type PollEnvironment = z.infer<typeof pollEnvironment>;
