import type { Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import { classifyReply } from './classify-reply.ts';
import { RateLimited } from './errors.ts';
import { headerKey } from './header-key.ts';
import { parseJson } from './parse-json.ts';
import { withRetries } from './retry.ts';
import type { CallGate, CallLimits } from './source.ts';
import {
  createDispatcher,
  createTransport,
  defaultTransportLimits,
  type TransportLimits,
} from './transport.ts';

/** What both endpoints need. */
export interface ApiOptions {
  /** Asked before each call, so that a key stored anew is used without a restart; null: no header is sent. */
  readonly apiKey: () => string | null;
  readonly gate: CallGate;
  readonly clock: Clock;
  /** 0 to 1, for the jitter of retries. */
  readonly random: () => number;
  /** Connections shared with another source; without it the source makes its own. */
  readonly dispatcher?: Dispatcher;
  readonly transportLimits?: Partial<TransportLimits>;
}

/** GETs one URL and reads its JSON with `read`, which may throw UnreadableReply. */
export type ApiClient = <T>(url: string, read: (body: unknown) => T, limits: CallLimits) => Promise<T>;

/** One call to either endpoint: key, gate, GET, errors by kind, JSON, and retries around it. Throws upstream/errors.ts. */
export function createApiClient(options: ApiOptions): ApiClient {
  const { gate, clock } = options;
  const transportLimits = { ...defaultTransportLimits, ...options.transportLimits };
  const dispatcher = options.dispatcher ?? createDispatcher(transportLimits);
  const transport = createTransport({ dispatcher, clock, limits: transportLimits });

  return async (url, read, limits) => {
    const key = headerKey(options.apiKey());
    return withRetries(
      async () => {
        const reply = await transport(url, key, limits);
        const refusal = classifyReply(reply, key, clock.now());
        if (refusal instanceof RateLimited) gate.rateLimited(refusal.retryAfterSeconds);
        if (refusal !== null) throw refusal;
        return read(parseJson(reply.body));
      },
      limits,
      options,
    );
  };
}
