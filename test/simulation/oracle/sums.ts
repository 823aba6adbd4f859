import type { Alert } from '../../../functions/alert/alert.ts';
import type { Ledger } from './ledger.ts';

/** Counts and sums by token and direction. */
type Sums = Map<string, { count: number; value: bigint }>;

const none = { count: 0, value: 0n };

function add(sums: Sums, name: string, count: number, value: bigint): void {
  const before = sums.get(name) ?? none;
  sums.set(name, { count: before.count + count, value: before.value + value });
}

/** The sums that a reader of the alerts computes: singles and digests, less what was taken back; repeats are dropped by id. */
function publishedSums(alerts: Iterable<Alert>): Sums {
  const sums: Sums = new Map();
  for (const alert of alerts) {
    if (alert.type === 'transfers.digest') {
      for (const { token, direction, count, value } of alert.digest.totals) {
        add(sums, `${token.address ?? ''} ${direction}`, count, BigInt(value));
      }
      const count = alert.digest.totals.reduce((sum, total) => sum + total.count, 0);
      add(sums, 'in digests, by their own count', alert.digest.count - count, 0n);
    } else if ('transfer' in alert && alert.type !== 'wallet.poisoning') {
      const { token, direction, value } = alert.transfer;
      const sign = alert.type === 'transfer.reverted' ? -1 : 1;
      add(sums, `${token.address ?? ''} ${direction}`, sign, BigInt(value) * BigInt(sign));
    }
  }
  return sums;
}

/** Complains if the published sums differ from the reported transfers that are still on the chain. */
export function judgeSums(ledger: Ledger, complain: (complaint: string) => void): void {
  const published = publishedSums(ledger.alerts.values());
  const truth: Sums = new Map();
  const { wallet } = ledger.row;
  for (const [content, ids] of ledger.live) {
    const [, token, from, to, value = '0'] = content.split('|');
    const direction = from === to ? 'self' : from === wallet ? 'out' : 'in';
    if (ids.size > 0) add(truth, `${token} ${direction}`, ids.size, BigInt(value) * BigInt(ids.size));
  }
  for (const name of new Set([...published.keys(), ...truth.keys()])) {
    const [said, is] = [published, truth]
      .map((sums) => sums.get(name) ?? none)
      .map(({ count, value }) => `${count} transfers of ${value}`);
    if (said !== is)
      complain(`alerts add up to ${said} (${name}), told are ${is} [wallet ${wallet.slice(0, 6)}]`);
  }
}
