import { announcedPerImport } from '../../incidents/announcements.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type ReadItems, readStates } from '../../state/state-items.ts';
import { type Watch, watchKey } from '../../wallet/watch.ts';

export interface NotBegun {
  /** Minutes since this process first saw the watch, rounded, because ticks come a little early or late. */
  readonly minutes: number;
  /** The row came with at least ten others, some of which may have begun since. */
  readonly bulk: boolean;
}

/** Finds watches without a successful poll, by key. Begun watches are remembered between ticks. */
export function createNotBegun(readItems: ReadItems, clock: Pick<Clock, 'now'>) {
  /** Watches are compared by identity, so that a changed row's state is read again. */
  let begun: ReadonlySet<Watch> = new Set();
  let waiting: ReadonlyMap<string, { readonly since: number; readonly bulk: boolean }> = new Map();

  return async (watches: readonly Watch[]): Promise<ReadonlyMap<string, NotBegun>> => {
    const known = new Set(watches.filter((watch) => begun.has(watch)));
    const unknown = watches.filter((watch) => !known.has(watch));
    for await (const [watch, item] of readStates(unknown, ['start', 'expiresAt'], readItems)) {
      // The rest of the item is not parsed: a fault in it must not stop other wallets' polls.
      const expired = Number(item?.expiresAt ?? Number.POSITIVE_INFINITY) * 1_000 <= clock.now();
      if (item?.start != null && !expired) known.add(watch);
    }
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
    const minutesSince = (since: number) => Math.round((now - since) / 60_000);
    return new Map(
      Array.from(waiting, ([key, { since, bulk }]) => [key, { minutes: minutesSince(since), bulk }]),
    );
  };
}
