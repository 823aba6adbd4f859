import type { Alert } from '../../functions/alert/alert.ts';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import { treasury } from './alerts.ts';

/** Count and sum by direction and token. */
export type Sums = Record<string, readonly [count: number, value: bigint]>;

export function add(sums: Sums, key: string, count: number, value: bigint): void {
  const [before, sum] = sums[key] ?? [0, 0n];
  sums[key] = [before + count, sum + value];
}

/** Sums that a reader of the alerts computes: of singles and digests, less what was taken back. */
export function toldSums(alerts: Iterable<Alert>): Sums {
  const sums: Sums = {};
  for (const alert of alerts) {
    if (alert.type === 'transfers.digest') {
      for (const { token, direction, count, value } of alert.digest.totals)
        add(sums, `${direction} ${token.address}`, count, BigInt(value));
    } else if (alert.type.startsWith('transfer.') && 'transfer' in alert) {
      const { direction, token, value } = alert.transfer;
      const sign = alert.type === 'transfer.reverted' ? -1 : 1;
      add(sums, `${direction} ${token.address}`, sign, BigInt(sign) * BigInt(value));
      const others = alert.type === 'transfer.reverted' ? (alert.others?.totals ?? []) : [];
      for (const one of others)
        add(sums, `${one.direction} ${one.token.address}`, -one.count, -BigInt(one.value));
    }
  }
  return sums;
}

/** Sums of the treasury's transfers that are on the chain. */
export function chainSums(transfers: Iterable<Transfer>): Sums {
  const sums: Sums = {};
  for (const { from, token, value } of transfers)
    add(sums, `${from.address === treasury ? 'out' : 'in'} ${token.address}`, 1, value);
  return sums;
}
