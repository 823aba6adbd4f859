import { type LateReason, lateReasons } from '../../alert/text/summary-texts.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Table } from '../../runtime/table-items.ts';
import { keyOf, type Watch } from '../../wallet/watch.ts';
import { createDailyCounts } from './daily-counts.ts';

export interface LateWallet {
  readonly wallet: string;
  readonly chain: string;
  readonly alerts: number;
  readonly reason: LateReason;
}

export type LateAlerts = ReturnType<typeof createLateAlerts>;

const partition = '#late';
/** Maximum items that are read: all wallets of a day may have late alerts. */
const maxRead = 5_000;

/** Counts the late alerts of each wallet, by reason. */
export function createLateAlerts(table: Table, clock: Pick<Clock, 'now'>) {
  const { add, flush } = createDailyCounts(table, partition, clock);
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
  for await (const item of table.query(partition, { between: [from, `${to} ~`] }))
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
