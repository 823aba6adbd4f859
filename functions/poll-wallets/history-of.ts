import type { RevertedAlert } from '../alert/alert.ts';
import type { HistoryEntry } from '../history/history-table.ts';
import type { JudgedTransfer } from './judge-transfer.ts';

/** What History keeps: everything but what the row did not ask for. */
export function historyOf(
  reverts: readonly RevertedAlert[],
  judged: readonly JudgedTransfer[],
): readonly HistoryEntry[] {
  return [
    ...reverts.map((alert) => ({ alert, status: 'told' as const })),
    ...judged.flatMap(({ outcome, alert }) => (outcome === 'unwanted' ? [] : [{ alert, status: outcome }])),
  ];
}
