import type { Milliseconds } from '../chain/units.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { CallLimits } from '../transfer/source.ts';
import { NoSlot } from '../transfer/source-errors.ts';

/** How long an alert waits for a service. */
const maxWait = 2_000;
const failuresInARow = 3;
const pause = 300_000;
/** Maximum keys of one call, and so of one poll. */
const maxAsked = 100;
/** Bounds the memory: more than a busy worker meets in five minutes. */
const maxKept = 5_000;

export interface LookupSettings {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** Answers in the order of the keys; null: the service has no value. */
type Ask<Value> = (keys: readonly string[], limits: CallLimits) => Promise<readonly (Value | null)[]>;

/**
 * Values of a service that alerts can do without. After three failures in a row the service is not called for five minutes, and again
 * after each further failure. Made once a cold start, because all wallets share the kept values. @param keptFor how long a value is kept
 */
export function createServiceLookup<Value>(
  keptFor: (value: Value | null) => Milliseconds,
  warning: string,
  { clock, log }: LookupSettings,
) {
  const kept = new Map<string, { readonly value: Value | null; readonly until: number }>();
  /** Polls that need the same value at the same time share a call. */
  const inFlight = new Map<string, Promise<void>>();
  let failures = 0;
  let pausedUntil = 0;

  const freshOf = (key: string) => {
    const entry = kept.get(key);
    return entry !== undefined && clock.now() < entry.until ? entry : null;
  };

  function keep(key: string, value: Value | null): void {
    kept.delete(key);
    kept.set(key, { value, until: clock.now() + keptFor(value) });
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  }

  async function call(keys: readonly string[], ask: Ask<Value>): Promise<void> {
    const over = new AbortController();
    const tooSlow = clock.sleep(maxWait, over.signal).then(() => {
      throw new Error(`no answer within ${maxWait} ms`);
    });
    try {
      const answer = ask(keys, { deadline: clock.now() + maxWait, signal: over.signal });
      const values = await Promise.race([answer, tooSlow]);
      for (const [at, key] of keys.entries()) keep(key, values[at] ?? null);
      failures = 0;
    } catch (error) {
      log.warn(warning, { reason: error instanceof Error ? error.message : String(error) });
      // Without a call, or with a key that was replaced meanwhile, nothing is known about the service.
      if (error instanceof NoSlot) return;
      failures += 1;
      pausedUntil = clock.now() + pause;
    } finally {
      for (const key of keys) inFlight.delete(key);
      over.abort(); // cancels the loser: the timer if the answer came first, else the call
    }
  }

  return {
    /** Asks for values that are not kept. Resolves within two seconds and never rejects: alerts can do without a value. */
    async find(keys: Iterable<string>, ask: Ask<Value>, { deadline, signal }: CallLimits): Promise<void> {
      if (clock.now() + maxWait > deadline || signal?.aborted) return;
      const unknown = Array.from(new Set(keys).values().filter((key) => freshOf(key) === null));
      const wanted = unknown.slice(0, maxAsked);
      const asked = wanted.filter((key) => !inFlight.has(key));
      if (asked.length > 0 && (failures < failuresInARow || clock.now() >= pausedUntil)) {
        const called = call(asked, ask);
        for (const key of asked) inFlight.set(key, called);
      }
      await Promise.all(wanted.map((key) => inFlight.get(key)));
    },
    /** Null also if the service has not answered. */
    get: (key: string) => freshOf(key)?.value ?? null,
  };
}
