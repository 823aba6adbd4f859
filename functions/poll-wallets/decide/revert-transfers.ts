import type { RevertedAlert } from '../../alert/alert.ts';
import { revertedAlertId, transferAlertId } from '../../alert/alert-id.ts';
import { composeRevertedAlert } from '../../alert/compose/compose-reverted.ts';
import type { RevertedTransfer } from '../../transfer/compare-with-seen.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';

/**
 * The alerts that take back transfers which the chain has dropped, oldest first. What they were is read from History,
 * which has every told transfer for days; one that somebody deleted there can't be described, and is logged.
 */
export async function revertTransfers(
  reverted: readonly RevertedTransfer[],
  watch: Watch,
  deps: Pick<PollDependencies, 'history' | 'clock' | 'log'>,
): Promise<RevertedAlert[]> {
  const detectedAt = new Date(deps.clock.now()).toISOString();
  const alerts: RevertedAlert[] = [];
  for (const { key, seen } of reverted.toSorted((a, b) => a.seen.block - b.seen.block)) {
    const takenBackId = transferAlertId(watch.chain.id, watch.wallet, key, seen.reissue);
    const takenBack = await deps.history.find(watch, seen.block, takenBackId);
    if (takenBack === null) {
      deps.log.error('error: a transfer was dropped by the chain, and History no longer knows it', {
        id: takenBackId,
      });
      continue;
    }
    const id = revertedAlertId(watch.chain.id, watch.wallet, takenBackId);
    alerts.push(composeRevertedAlert({ takenBack, id, detectedAt }));
  }
  return alerts;
}
