import type { EpochMilliseconds, Seconds } from '../../chain/units.ts';
import { type Clock, dayMs, dayOf, expiryIn } from '../../runtime/clock.ts';
import type { Table } from '../../runtime/table-items.ts';
import { keyOf } from '../../wallet/watch.ts';
import type { ReadItems } from '../state-items.ts';

const keptDays = 40;

export type Tally = ReturnType<typeof createTally>;

/** The partition of the State table with an item for each UTC day. */
const tallyKey = '#tally';

/** Adds up the figures of all workers for the summary. An alert that is published again after a crash counts again. */
export function createTally(table: Table, clock: Pick<Clock, 'now'>) {
  let counts = new Map<string, number>();
  const add = (name: string, count: number) => void counts.set(name, (counts.get(name) ?? 0) + count);
  return {
    alert: (type: string) => add(`alert ${type}`, 1),
    hidden: (count: number) => add('hidden', count),
    /** From an alert's block to SNS, to two digits: an item has some hundred lengths at most, however many alerts a day has. */
    latency: (seconds: Seconds) => add(`seconds ${Number(Math.ceil(seconds).toPrecision(2))}`, 1),
    /** Writes the counts. If the write fails, the next flush writes them too. */
    async flush(): Promise<void> {
      if (counts.size === 0) return;
      const counted = counts;
      counts = new Map();
      const sums = Array.from(counted.keys(), (_, i) => `#${i} :${i}`);
      const key = { wallet: tallyKey, chain: dayOf(clock.now()) };
      try {
        await table.update(key, `SET expiresAt = :expiresAt ADD ${sums.join(', ')}`, {
          names: Object.fromEntries([...counted.keys()].entries()),
          values: {
            ...Object.fromEntries([...counted.values()].entries()),
            expiresAt: expiryIn(keptDays, clock),
          },
        });
      } catch (error) {
        for (const [name, count] of counted) add(name, count);
        throw error;
      }
    },
  };
}

/** @param days UTC days, `2026-01-02` each */
export async function readTally(readItems: ReadItems, days: readonly string[]) {
  const items = await readItems(days.map((chain) => ({ wallet: tallyKey, chain })));
  const sums = new Map<string, number>();
  for (const day of days)
    for (const [name, count] of Object.entries(items.get(keyOf(tallyKey, day)) ?? {}))
      sums.set(name, (sums.get(name) ?? 0) + Number(count));
  const named = (prefix: string) =>
    Array.from(sums).flatMap(([name, count]): [string, number][] =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), count]] : [],
    );
  return {
    alerts: Object.fromEntries(named('alert ')),
    hidden: sums.get('hidden') ?? 0,
    seconds: new Map(named('seconds ').map(([seconds, count]) => [Number(seconds), count])),
  };
}

/** Seconds within which this share of the alerts was published; null: there were none. @param share 0.5: the median */
export function secondsWithin(counts: ReadonlyMap<Seconds, number>, share: number): number | null {
  const lengths = [...counts].sort(([a], [b]) => a - b);
  const wanted = share * lengths.reduce((sum, [, count]) => sum + count, 0);
  let passed = 0;
  for (const [seconds, count] of lengths) {
    passed += count;
    if (passed >= wanted) return seconds;
  }
  return null;
}

/** The 30 UTC days that end with the day of this time. */
export function monthTo(last: EpochMilliseconds): readonly string[] {
  return Array.from({ length: 30 }, (_, n) => dayOf(last - (29 - n) * dayMs));
}

/** Seconds within which half, 95 % and 99 % of the alerts were published; null: there were none. */
export function percentilesOf(counts: ReadonlyMap<Seconds, number>) {
  const within = (share: number) => secondsWithin(counts, share) ?? 0;
  return counts.size === 0 ? null : { p50: within(0.5), p95: within(0.95), p99: within(0.99) };
}
