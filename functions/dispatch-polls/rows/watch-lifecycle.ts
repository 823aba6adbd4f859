import { announcedPerImport } from '../../incidents/announcements.ts';
import { inBatches } from '../../runtime/batches.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Table } from '../../runtime/table-items.ts';
import { stateKey } from '../../state/state-items.ts';
import type { StateTable } from '../../state/state-table.ts';
import { type Watch, watchKey } from '../../wallet/watch.ts';
import { createExpireOrphans } from './orphaned-states.ts';

export type WatchLifecycle = ReturnType<typeof createWatchLifecycle>;

export interface NotBegun {
  /** Whole minutes that this has been known. */
  readonly minutes: number;
  /** It came with more than ten others, some of which may have begun since. */
  readonly bulk: boolean;
}

/** At a cold start, not all states of a hundred thousand wallets at once: they would take a hundred megabytes. */
const statesAtATime = 5_000;

export function createWatchLifecycle(
  table: Table,
  states: Pick<StateTable, 'readItems'>,
  clock: Pick<Clock, 'now'>,
) {
  /** By identity: a changed row is looked up once more. */
  let begun: ReadonlySet<Watch> = new Set();
  let waiting: ReadonlyMap<string, { readonly since: number; readonly bulk: boolean }> = new Map();

  async function begunOf(watches: readonly Watch[]): Promise<Watch[]> {
    const items = await states.readItems(watches.map(stateKey), ['start', 'expiresAt']);
    return watches.filter((watch) => {
      const item = items.get(watchKey(watch));
      // Nothing else of the item is read: a fault in it must not keep the others from being polled.
      const expired = Number(item?.expiresAt ?? Number.POSITIVE_INFINITY) * 1_000 <= clock.now();
      return item?.start != null && !expired;
    });
  }

  return {
    /** By key, watches without a successful poll; begun ones are remembered between ticks. */
    async notBegun(watches: readonly Watch[]): Promise<ReadonlyMap<string, NotBegun>> {
      const known = new Set(watches.filter((watch) => begun.has(watch)));
      const unknown = watches.filter((watch) => !known.has(watch));
      for (const some of inBatches(unknown, statesAtATime)) {
        for (const watch of await begunOf(some)) known.add(watch);
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
      return new Map(
        Array.from(waiting, ([key, { since, bulk }]) => [
          key,
          { minutes: Math.floor((now - since) / 60_000), bulk },
        ]),
      );
    },
    expireOrphans: createExpireOrphans(table, clock),
  };
}
