import type { Alert } from '../../functions/alert/alert.ts';
import { plainDocumentClient } from '../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../functions/runtime/table-items.ts';
import { createHistoryTable } from '../../functions/state/history-table.ts';
import { type NewRow, quietRow, type RowStatus } from '../../functions/state/ledger-row.ts';
import type { EmbeddedAws } from '../../lib/local/engine/embedded-aws.ts';
import { virtualClock } from './virtual-clock.ts';

/** An alert as a row of History, in the block of its transfer. */
export function historyRow(alert: Alert, status: RowStatus): NewRow {
  const block = 'transfer' in alert ? alert.transfer.blockNumber : 1;
  const place = { block, order: '000003.0000041', key: `key-of-${alert.id}` };
  return { ...quietRow(place, status, Date.parse(alert.detectedAt)), alert };
}

/** The History table of these engines. */
export function historyTable({ dynamodb, tables }: EmbeddedAws): ReturnType<typeof createHistoryTable> {
  return createHistoryTable(tableItems(plainDocumentClient(dynamodb), tables.history), 90, virtualClock());
}
