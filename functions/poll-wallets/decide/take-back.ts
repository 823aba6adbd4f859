import pLimit from 'p-limit';
import { alertId } from '../../alert/alert-id.ts';
import { composeRevertedAlert } from '../../alert/compose/compose-transfer.ts';
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
  const limit = pLimit(readsAtATime);
  const rowOf = async ({ batch, ...row }: Row): Promise<NewRow> => {
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
    return { ...row, ...silent, status: 'reverted', missed: false, alertAt: null, digest: null, alert };
  };
  const inOrder = dropped.toSorted((a, b) => a.place.block - b.place.block);
  return Promise.all(inOrder.map((row) => limit(rowOf, row)));
}
