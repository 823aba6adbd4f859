import { alertId } from '../../alert/alert-id.ts';
import { digestTotals } from '../../alert/compose/compose-digests.ts';
import { composeRevertedAlert } from '../../alert/compose/compose-transfer.ts';
import { eachAtATime } from '../../runtime/batches.ts';
import { rankByWorth } from '../../spam/rough-worth.ts';
import { type LedgerRow, type NewRow, noAlert } from '../../state/ledger-row.ts';
import { positionOf } from '../../state/place.ts';
import type { Poll } from '../dependencies.ts';
import { reportedTransfer } from './digests.ts';

/** Ten thousand queries one by one would outlast an invocation. */
const readsAtATime = 20;

/** A poll's alerts about dropped transfers of digests. After two empty replies of the API, a whole storm counts as dropped. */
const maxOfDigests = 30;
/** More sums might not fit into one message. */
const maxTotals = 100;

const reverted = { ...noAlert, status: 'reverted', missed: false, alertAt: null, digest: null } as const;

/**
 * Makes a `transfer.reverted` for each dropped transfer, oldest first. At most thirty about transfers of digests are published. History
 * keeps the others, and the last published one has their sums.
 */
export async function takeBack(
  dropped: readonly LedgerRow[],
  { watch, history, clock, log }: Pick<Poll, 'watch' | 'history' | 'clock' | 'log'>,
): Promise<NewRow[]> {
  const inOrder = dropped.toSorted((a, b) => a.place.block - b.place.block);
  const found = await eachAtATime(readsAtATime, inOrder, async (row) => {
    // Null: somebody deleted it, and the revert is only logged.
    const takenBack = await history.alertAt(watch, row.alertAt ?? positionOf(row.place, row.batch));
    if (takenBack === null)
      log.error('error: a transfer was dropped by the chain, and History no longer has its alert', {
        block: row.place.block,
        key: row.place.key,
      });
    const ofDigest = row.status === 'waiting' && takenBack ? reportedTransfer(takenBack, row) : null;
    return { row, takenBack, ofDigest };
  });
  const ofDigests = found.flatMap(({ ofDigest }) => ofDigest ?? []);
  const ranked = rankByWorth(ofDigests, watch).map(({ transfer }) => transfer);
  const withoutAlert = ranked.slice(maxOfDigests);
  const unpublished = new Set(withoutAlert);
  const last = ofDigests.findLast((one) => !unpublished.has(one));
  const totals = digestTotals(withoutAlert, watch).slice(0, maxTotals);
  const others = withoutAlert.length === 0 ? null : { count: withoutAlert.length, totals };
  const detectedAt = new Date(clock.now()).toISOString();
  return found.map(({ row: { batch, ...row }, takenBack, ofDigest }) => {
    const alert =
      takenBack &&
      composeRevertedAlert(takenBack, {
        id: alertId('reverted', watch.chain.id, watch.wallet, takenBack.id),
        detectedAt,
        others: ofDigest === last ? others : null,
      });
    const turn = alert === null || (ofDigest !== null && unpublished.has(ofDigest)) ? null : 0;
    return { ...row, ...reverted, alert, turn };
  });
}
