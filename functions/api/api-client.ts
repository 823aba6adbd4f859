import type { Dispatcher } from 'undici';
import { createTransport, defaultTransportLimits, type TransportLimits } from '../http/transport.ts';
import type { Clock } from '../runtime/clock.ts';
import type { CallLimits, RateLimiter } from '../transfer/source.ts';
import {
  KeyRefused,
  KeyReplaced,
  NoSlot,
  RateLimited,
  ReplyTooLarge,
  UnreadableReply,
  UpstreamUnavailable,
} from '../transfer/source-errors.ts';
import type { ApiKey } from './api-key.ts';
import { classifyReply } from './classify-reply.ts';

export interface ApiOptions {
  /** Read before each call, so that a new key is used without a restart. */
  readonly apiKey: ApiKey;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly random: () => number;
  /** Connections, shared with the other source. */
  readonly dispatcher: Dispatcher;
  readonly transportLimits?: Partial<TransportLimits>;
}

/** GETs from either endpoint, within the limits and with retries. @throws the errors of transfer/source-errors.ts */
export function createApiClient(options: ApiOptions) {
  const { apiKey, limiter, clock } = options;
  const transportLimits = { ...defaultTransportLimits, ...options.transportLimits };
  const transport = createTransport(options.dispatcher, transportLimits, clock);

  /** `read` may throw UnreadableReply. */
  return <T>(url: string, read: (text: string) => T, limits: CallLimits): Promise<T> => {
    const call = async () => {
      const key = apiKey.current();
      try {
        checkKey(key, apiKey);
        const reply = await transport(url, key, limits);
        const refusal = classifyReply(reply, key, apiKey.howToSet, clock.now());
        if (refusal !== null) throw refusal;
        limiter.answered(null);
        return read(reply.body);
      } catch (error) {
        const fault = await orReplaced(error, key, apiKey);
        limiter.answered(fault);
        throw fault;
      }
    };
    return withRetries(call, limits, options);
  };
}

/** The key goes into the X-API-Key header (API document, 5). @throws KeyRefused if no header can carry it */
function checkKey(key: string | null, { howToSet }: ApiKey): void {
  if (key === null || /^[\x20-\x7e]+$/.test(key)) return;
  throw new KeyRefused(
    'The API key was not sent: it holds a line break or another character that no key has. Store it again.',
    howToSet,
  );
}

/** If the refused key was replaced meanwhile, a fault after which the call is repeated with the new key. */
async function orReplaced(fault: unknown, key: string | null, apiKey: ApiKey): Promise<unknown> {
  if (!(fault instanceof KeyRefused)) return fault;
  // If the key can't be read again, its owner needs to hear of the refusal.
  const isReplaced = await apiKey.isReplaced(key).catch(() => false);
  return isReplaced
    ? new KeyReplaced('The API key was replaced meanwhile: the next call sends the new one.')
    : fault;
}

const firstWaitMs = 400;
const maxWaitMs = 4_000;

/**
 * Retries faults that may pass, after exponential waits with full jitter (AWS Architecture Blog, 2015) that respect Retry-After and
 * end before the deadline.
 */
async function withRetries<T>(
  call: () => Promise<T>,
  limits: CallLimits,
  deps: Pick<ApiOptions, 'limiter' | 'clock' | 'random'>,
): Promise<T> {
  let lastFault: unknown;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await deps.limiter.acquire(limits);
    } catch (refusal) {
      // No turn is left for another attempt: the last one's fault tells the caller more than the pace.
      throw lastFault !== undefined && (refusal instanceof RateLimited || refusal instanceof NoSlot)
        ? lastFault
        : refusal;
    }
    try {
      return await call();
    } catch (fault) {
      if (limits.repeats === false || attempt >= attemptsFor(fault)) throw fault;
      lastFault = fault;
      const backOffMs = deps.random() * Math.min(firstWaitMs * 2 ** (attempt - 1), maxWaitMs);
      const asked = fault instanceof UpstreamUnavailable ? (fault.retryAfterSeconds ?? 0) : 0;
      const waitMs = Math.max(backOffMs, asked * 1000);
      if (deps.clock.now() + waitMs >= limits.deadline) throw fault;
      await deps.clock.sleep(waitMs, limits.signal);
    }
  }
}

function attemptsFor(fault: unknown): number {
  if (fault instanceof KeyReplaced) return 2;
  // Without an answer an attempt takes ten seconds and more.
  if (fault instanceof UpstreamUnavailable) return fault.status === null ? 2 : 3;
  return fault instanceof UnreadableReply && !(fault instanceof ReplyTooLarge) ? 2 : 1;
}
