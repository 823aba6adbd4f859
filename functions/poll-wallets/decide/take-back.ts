import { alertId } from '../../alert/alert-id.ts';
import { composeRevertedAlert } from '../../alert/compose/compose-transfer.ts';
import { eachAtATime } from '../../runtime/batches.ts';
import { positionOf } from '../../state/place.ts';
import { type NewRow, type Row, silent } from '../../state/row.ts';
import type { Poll } from '../poll-dependencies.ts';

/** Ten thousand queries one by one would outlast an invocation. */
const readsAtATime = 20;

/** `transfer.reverted` for dropped transfers, oldest first. If somebody deleted the original alert, the revert is only logged. */
export async function takeBack(
  dropped: readonly Row[],
  { watch, history, clock, log }: Pick<Poll, 'watch' | 'history' | 'clock' | 'log'>,
): Promise<NewRow[]> {
  const detectedAt = new Date(clock.now()).toISOString();
  const rows: NewRow[] = [];
  const inOrder = dropped.toSorted((a, b) => a.place.block - b.place.block);
  await eachAtATime(readsAtATime, [...inOrder.entries()], async ([at, { batch, ...row }]) => {
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
    rows[at] = { ...row, ...silent, status: 'reverted', missed: false, alertAt: null, digest: null, alert };
  });
  return rows;
}
