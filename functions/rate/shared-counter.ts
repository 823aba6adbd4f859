import * as z from 'zod';
import { type Clock, expiryIn } from '../runtime/clock.ts';
import type { Table } from '../runtime/table-items.ts';

interface Wanted {
  readonly count: number;
  readonly step?: number;
  readonly from: number;
  readonly to: number;
  /** The highest number that a correct clock can reach: a higher counter restarts at `from`. Default: no limit. */
  readonly farthest?: number;
}

/** `count` numbers from `first` on; if `count` is 0, `first` is the next number of the counter. */
export interface Taken {
  readonly first: number;
  readonly count: number;
}

export type SharedCounter = ReturnType<typeof createSharedCounter>;

const counterItem = z.object({ used: z.coerce.number() });

/** Nine days: the weekly summary adds up the calls of its days. */
const keptDays = 9;

/** Gives each number of an item to one worker, in ascending order. Numbers of a worker that dies are lost. */
export function createSharedCounter(table: Table, clock: Pick<Clock, 'now'>) {
  /** The next number of each item, as this worker left it. If no other worker came between, one write is enough. */
  const left = new Map<string, number>();

  return {
    async take(key: Readonly<Record<string, string>>, wanted: Wanted): Promise<Taken> {
      const { count, step = 1, from, to, farthest = Number.MAX_SAFE_INTEGER } = wanted;
      const name = JSON.stringify(key);
      const firstOf = (used = from) => (used > farthest ? from : Math.max(used, from));
      for (let first = firstOf(left.get(name)); ; ) {
        const room = Math.min(count, Math.floor((to - first) / step));
        const after = first + room * step;
        const expiresAt = expiryIn(keptDays, clock);
        const guard = {
          if: 'attribute_not_exists(used) OR used = :first OR used < :from OR used > :farthest',
          values: { after, first, from, farthest, expiresAt },
        };
        if (
          room > 0 &&
          (await table.update(key, 'SET used = :after, expiresAt = :expiresAt', guard)) !== null
        ) {
          left.set(name, after);
          return { first, count: room };
        }
        const next = firstOf(counterItem.optional().parse(await table.get(key))?.used);
        if (room <= 0 && next >= first) return { first: next, count: 0 };
        first = next;
      }
    },
  };
}
