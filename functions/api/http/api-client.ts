import type { Dispatcher } from 'undici';
import type { Clock } from '../../runtime/clock.ts';
import type { CallLimits, RateLimiter } from '../../transfer/source.ts';
import { KeyRefused } from '../../transfer/source-errors.ts';
import type { ApiKey } from '../api-key.ts';
import { classifyReply } from './classify-reply.ts';
import { withRetries } from './retry.ts';
import {
  createDispatcher,
  createTransport,
  defaultTransportLimits,
  type TransportLimits,
} from './transport.ts';

/** The X-API-Key header's value (API document, 5). Keys are pasted, so white space around them is dropped. @throws KeyRefused */
function headerKey({ current, howToSet }: ApiKey): string | null {
  const trimmed = current()?.trim() ?? '';
  if (trimmed === '') return null;
  if (/^[\x20-\x7e]+$/.test(trimmed)) return trimmed;
  throw new KeyRefused(
    'The API key was not sent: it holds a line break or another character that no key has. Store it again.',
    howToSet,
  );
}

export interface ApiOptions {
  /** Read before each call, so that a new key is used without a restart. */
  readonly apiKey: ApiKey;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly random: () => number;
  /** Connections shared with the other source; absent: its own. */
  readonly dispatcher?: Dispatcher;
  readonly transportLimits?: Partial<TransportLimits>;
}

/** GETs a URL; `read` may throw UnreadableReply. */
type ApiClient = <T>(url: string, read: (text: string) => T, limits: CallLimits) => Promise<T>;

/** One call to either endpoint: limiter, key, GET, errors by kind and reading, with retries. Throws transfer/source-errors.ts. */
export function createApiClient(options: ApiOptions): ApiClient {
  const { apiKey, limiter, clock } = options;
  const transportLimits = { ...defaultTransportLimits, ...options.transportLimits };
  const dispatcher = options.dispatcher ?? createDispatcher(transportLimits);
  const transport = createTransport({ dispatcher, clock, limits: transportLimits });

  return async (url, read, limits) => {
    return withRetries(
      async () => {
        try {
          const key = headerKey(apiKey);
          const reply = await transport(url, key, limits);
          const refusal = classifyReply(reply, key, apiKey.howToSet, clock.now());
          if (refusal instanceof KeyRefused) apiKey.forget();
          if (refusal !== null) throw refusal;
          limiter.answered(null);
          return read(reply.body);
        } catch (fault) {
          limiter.answered(fault);
          throw fault;
        }
      },
      limits,
      options,
    );
  };
}
