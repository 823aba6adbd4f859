import type { Alert } from '../../functions/alert/alert.ts';
import { type NewRow, quietRow, type RowStatus } from '../../functions/state/row.ts';

/** An alert as a row of History, in the block of its transfer. */
export function historyRow(alert: Alert, status: RowStatus): NewRow {
  const block = 'transfer' in alert ? alert.transfer.blockNumber : 1;
  const place = { block, order: '000003.0000041', key: `key-of-${alert.id}` };
  return { ...quietRow(place, status, Date.parse(alert.detectedAt)), alert };
}
