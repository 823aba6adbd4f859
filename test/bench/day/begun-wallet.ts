import { neverPolled } from '../../../functions/state/cursor.ts';
import type { CountedTables } from './counted-tables.ts';

/**
 * A wallet on eth that is watched since the day before.
 * @param row what its row has besides
 * @param now epoch milliseconds
 */
export function putBegunWallet(
  wallet: string,
  row: Readonly<Record<string, string>>,
  head: number,
  now: number,
  tables: CountedTables,
): void {
  tables.put('Watchlist', { wallet, chain: 'eth', ...row });
  const since = new Date(now - 86_400_000).toISOString();
  const begun = {
    ...neverPolled,
    version: 1,
    born: 1,
    start: { since, block: head - 7_200, timedTo: 0 },
    block: head,
    settled: head,
    newest: head,
  };
  tables.put('State', { wallet, chain: '0x1', ...begun });
}
