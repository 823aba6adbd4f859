import { alertId } from '../../alert/alert-id.ts';
import { composeRevertedAlert } from '../../alert/compose/compose-transfer.ts';
import { positionOf } from '../../state/place.ts';
import { type NewRow, type Row, silent } from '../../state/row.ts';
import type { Poll } from '../poll-dependencies.ts';

/**
 * Rows with `transfer.reverted` alerts for dropped transfers, oldest first. If somebody deleted the original alert from History,
 * the revert is only logged.
 */
export async function takeBack(
  dropped: readonly Row[],
  { watch, history, clock, log }: Pick<Poll, 'watch' | 'history' | 'clock' | 'log'>,
): Promise<NewRow[]> {
  const detectedAt = new Date(clock.now()).toISOString();
  const rows: NewRow[] = [];
  for (const { batch, ...row } of dropped.toSorted((a, b) => a.place.block - b.place.block)) {
    const takenBack = await history.alertAt(watch, row.alertAt ?? positionOf(row.place, batch));
    if (takenBack === null)
      log.error('error: a transfer was dropped by the chain, and History no longer has its alert', {
        block: row.place.block,
        key: row.place.key,
      });
    const alert =
      takenBack &&
      composeRevertedAlert({
        takenBack,
        id: alertId('reverted', watch.chain.id, watch.wallet, takenBack.id),
        detectedAt,
      });
    rows.push({ ...row, ...silent, status: 'reverted', missed: false, alertAt: null, digest: null, alert });
  }
  return rows;
}
