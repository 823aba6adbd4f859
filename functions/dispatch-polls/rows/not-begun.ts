import { announcedPerImport } from '../../incidents/announcements.ts';
import { inBatches } from '../../runtime/batches.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type ReadItems, stateKey } from '../../state/state-items.ts';
import { type Watch, watchKey } from '../../wallet/watch.ts';

export interface NotBegun {
  /** Whole minutes since this process first saw the watch. */
  readonly minutes: number;
  /** The row came with at least ten others, some of which may have begun since. */
  readonly bulk: boolean;
}

/** At a cold start, not all states of a hundred thousand wallets at once: they would take a hundred megabytes. */
const statesAtATime = 5_000;

/** Finds watches without a successful poll, by key. Begun watches are remembered between ticks. */
export function createNotBegun(readItems: ReadItems, clock: Pick<Clock, 'now'>) {
  /** Compared by identity: the state of a changed row is read once more. */
  let begun: ReadonlySet<Watch> = new Set();
  let waiting: ReadonlyMap<string, { readonly since: number; readonly bulk: boolean }> = new Map();

  async function begunOf(watches: readonly Watch[]): Promise<Watch[]> {
    const items = await readItems(watches.map(stateKey), ['start', 'expiresAt']);
    return watches.filter((watch) => {
      const item = items.get(watchKey(watch));
      // The rest of the item is not parsed: a fault in it must not keep other wallets from being polled.
      const expired = Number(item?.expiresAt ?? Number.POSITIVE_INFINITY) * 1_000 <= clock.now();
      return item?.start != null && !expired;
    });
  }

  return async (watches: readonly Watch[]): Promise<ReadonlyMap<string, NotBegun>> => {
    const known = new Set(watches.filter((watch) => begun.has(watch)));
    const unknown = watches.filter((watch) => !known.has(watch));
    for (const some of inBatches(unknown, statesAtATime))
      for (const watch of await begunOf(some)) known.add(watch);
    begun = known;
    const left = new Set(unknown.filter((watch) => !known.has(watch)).map(watchKey));
    const now = clock.now();
    const many = left.size > announcedPerImport;
    waiting = new Map(
      Array.from(left, (key) => {
        const before = waiting.get(key);
        return [key, { since: before?.since ?? now, bulk: many || before?.bulk === true }];
      }),
    );
    const minutesSince = (since: number) => Math.floor((now - since) / 60_000);
    return new Map(
      Array.from(waiting, ([key, { since, bulk }]) => [key, { minutes: minutesSince(since), bulk }]),
    );
  };
}
