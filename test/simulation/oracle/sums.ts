import { add, type Sums, toldSums } from '../../support/sums.ts';
import type { Ledger } from './ledger.ts';

/** Complains if the published sums differ from the reported transfers that are still on the chain. */
export function judgeSums(ledger: Ledger, complain: (complaint: string) => void): void {
  const { wallet } = ledger.row;
  const published = toldSums(ledger.alerts.values());
  const truth: Sums = {};
  for (const [content, ids] of ledger.live) {
    const [, token, from, to, value = '0'] = content.split('|');
    const direction = from === to ? 'self' : from === wallet ? 'out' : 'in';
    if (ids.size > 0) add(truth, `${direction} ${token || null}`, ids.size, BigInt(value) * BigInt(ids.size));
  }
  for (const name of new Set([...Object.keys(published), ...Object.keys(truth)])) {
    const [said, is] = [published, truth]
      .map((sums) => sums[name] ?? ([0, 0n] as const))
      .map(([count, value]) => `${count} transfers of ${value}`);
    if (said !== is)
      complain(`alerts add up to ${said} (${name}), told are ${is} [wallet ${wallet.slice(0, 6)}]`);
  }
  for (const alert of ledger.alerts.values()) {
    if (alert.type !== 'transfers.digest') continue;
    const count = alert.digest.totals.reduce((sum, total) => sum + total.count, 0);
    if (alert.digest.count !== count)
      complain(`a digest counts ${alert.digest.count} transfers, and ${count} in its totals`);
  }
}
