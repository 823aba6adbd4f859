import { type LateReason, lateReasons } from '../../alert/late-reasons.ts';
import type { EpochMilliseconds, Seconds } from '../../chain/units.ts';
import { eachAtATime } from '../../runtime/batches.ts';
import { type Clock, dayOf, expiryIn } from '../../runtime/clock.ts';
import type { Table } from '../../runtime/table-items.ts';
import { keyOf, type Watch } from '../../wallet/watch.ts';
import type { ReadItems } from '../state-items.ts';

const keptDays = 40;
const writesAtATime = 8;

/** Counts of all workers: one item of the State table for each UTC day and subject. @param partition no wallet's address */
function createDailyCounts(table: Table, partition: string, clock: Pick<Clock, 'now'>) {
  const counts = new Map<string, Map<string, number>>();
  const add = (subject: string, name: string, count: number) => {
    const before = counts.get(subject) ?? new Map<string, number>();
    counts.set(subject, before.set(name, (before.get(name) ?? 0) + count));
  };

  async function write(subject: string, counted: ReadonlyMap<string, number>): Promise<void> {
    const chain = `${dayOf(clock.now())} ${subject}`.trimEnd();
    const sums = Array.from(counted.keys(), (_, i) => `#${i} :${i}`);
    try {
      await table.update({ wallet: partition, chain }, `SET expiresAt = :expiresAt ADD ${sums.join(', ')}`, {
        names: Object.fromEntries([...counted.keys()].entries()),
        values: {
          ...Object.fromEntries([...counted.values()].entries()),
          expiresAt: expiryIn(keptDays, clock),
        },
      });
    } catch (error) {
      for (const [name, count] of counted) add(subject, name, count);
      throw error;
    }
  }

  return {
    add,
    /** Makes one write for each subject. Counts of a failed write go into the next flush. */
    flush: () =>
      eachAtATime(writesAtATime, [...counts], ([subject, counted]) => {
        counts.delete(subject);
        return write(subject, counted);
      }),
  };
}

export type Tally = ReturnType<typeof createTally>;

const tallyKey = '#tally';

/** Figures for the summary. An alert that is published again after a crash counts again. */
export function createTally(table: Table, clock: Pick<Clock, 'now'>) {
  const { add, flush } = createDailyCounts(table, tallyKey, clock);
  return {
    alert: (type: string) => add('', `alert ${type}`, 1),
    hidden: (count: number) => add('', 'hidden', count),
    /** From an alert's block to SNS, to two digits: an item has some hundred lengths at most, however many alerts a day has. */
    latency: (seconds: Seconds) => add('', `seconds ${Number(Math.ceil(seconds).toPrecision(2))}`, 1),
    flush,
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
  return Array.from({ length: 30 }, (_, n) => dayOf(last - (29 - n) * 86_400_000));
}

/** Seconds within which half, 95 % and 99 % of the alerts were published; null: there were none. */
export function percentilesOf(counts: ReadonlyMap<Seconds, number>) {
  const within = (share: number) => secondsWithin(counts, share) ?? 0;
  return counts.size === 0 ? null : { p50: within(0.5), p95: within(0.95), p99: within(0.99) };
}

export interface LateWallet {
  readonly wallet: string;
  readonly chain: string;
  readonly alerts: number;
  readonly reason: LateReason;
}

export type LateAlerts = ReturnType<typeof createLateAlerts>;

const lateKey = '#late';
/** Maximum items that are read: all wallets of a day may have late alerts. */
const maxRead = 5_000;

export function createLateAlerts(table: Table, clock: Pick<Clock, 'now'>) {
  const { add, flush } = createDailyCounts(table, lateKey, clock);
  return {
    add: ({ wallet, chain }: Watch, reason: LateReason) => add(keyOf(wallet, chain.id), reason, 1),
    flush,
  };
}

/** The wallets with late alerts on the UTC days from `from` to `to`, those with most alerts first. */
export async function readLateAlerts(
  table: Table,
  [from, to]: readonly [from: string, to: string],
): Promise<readonly LateWallet[]> {
  const items: Record<string, unknown>[] = [];
  // "~" sorts behind every key of the last day.
  for await (const item of table.query(lateKey, { between: [from, `${to} ~`] }))
    if (items.push(item) === maxRead) break;
  const byWallet = Map.groupBy(items, ({ chain }) => String(chain).slice('2026-01-02 '.length));
  const late = Array.from(byWallet, ([key, days]): LateWallet => {
    const [wallet = '', chain = ''] = key.split('#');
    const count = (reason: LateReason) => days.reduce((sum, day) => sum + Number(day[reason] ?? 0), 0);
    const reason = lateReasons.reduce((most, one) => (count(one) > count(most) ? one : most));
    return { wallet, chain, alerts: lateReasons.reduce((sum, one) => sum + count(one), 0), reason };
  });
  return late.sort((a, b) => b.alerts - a.alerts || (a.wallet < b.wallet ? -1 : 1));
}
