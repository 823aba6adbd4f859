import { SSMClient } from '@aws-sdk/client-ssm';
import type { Dispatcher } from 'undici';
import { type ApiKey, createSsmApiKey } from '../api/api-key.ts';
import { createCoinSource } from '../api/coins.ts';
import { createTransferSource } from '../api/transfer-source.ts';
import { callWindows } from '../rate/call-windows.ts';
import { createDailyQuota } from '../rate/daily-quota.ts';
import { createRateLimiter, withSilence } from '../rate/rate-limiter.ts';
import { createSharedCounter } from '../rate/shared-counter.ts';
import { createTickLimiter, withHeadStart } from '../rate/tick-limiter.ts';
import { awsClientOptions } from '../runtime/aws-clients.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Table } from '../runtime/table-items.ts';
import type { PollEnvironment } from './environment.ts';

interface ApiParts {
  readonly apiKey?: ApiKey | undefined;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  readonly dispatcher: Dispatcher;
}

/** Both endpoints of the API share the limits of its plan. */
export function createApi(settings: PollEnvironment, table: Table, given: ApiParts) {
  const { clock, dispatcher, random = Math.random } = given;
  const apiKey = given.apiKey ?? createSsmApiKey(new SSMClient(awsClientOptions), settings.API_KEY_PARAMETER);
  const quota = createDailyQuota(table, settings.CALLS_PER_DAY, clock);
  const counter = createSharedCounter(table, clock);
  const paced = createRateLimiter({ windows: callWindows(settings.CALLS_PER_SECOND), counter, clock });
  const limiter = withHeadStart(createTickLimiter(withSilence(paced, clock), quota, clock), clock);
  const api = { apiKey, limiter, clock, random, dispatcher };
  return {
    limiter,
    source: createTransferSource({ ...api, baseUrl: settings.BASE_URL, apiVersion: settings.API_VERSION }),
    coinSource:
      settings.COIN_BASE_URL === ''
        ? null
        : createCoinSource({
            ...api,
            // A 429 of the coins endpoint pauses coin lookups only: for a minute if it has no Retry-After.
            limiter: withSilence(limiter.acquire, clock, 60),
            coinBaseUrl: settings.COIN_BASE_URL,
            arrayStyle: settings.COIN_ARRAY_STYLE,
          }),
  };
}
