import type { TransferAlert } from '../../alert/alert.ts';
import { alertId } from '../../alert/alert-id.ts';
import { composeRevertedAlert } from '../../alert/compose/compose-transfer.ts';
import { eachAtATime } from '../../runtime/batches.ts';
import { rankByWorth } from '../../spam/most-worth.ts';
import { type LedgerRow, type NewRow, silent } from '../../state/ledger-row.ts';
import { positionOf } from '../../state/place.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Poll } from '../poll-dependencies.ts';
import { described } from './due-digests.ts';

/** Ten thousand queries one by one would outlast an invocation. */
const readsAtATime = 20;

/** Of a poll's dropped transfers that digests reported. If the API answers nothing for a minute, a whole storm counts as dropped. */
const mostOfDigests = 30;

interface Dropped {
  readonly row: LedgerRow;
  /** The alert that reported the transfer, alone or in a digest; null: somebody deleted it, and the revert is only logged. */
  readonly takenBack: TransferAlert | null;
}

/**
 * `transfer.reverted` for dropped transfers, oldest first. Beyond thirty of digests, History keeps the
 * alerts, and the last published one says how many there are.
 */
export async function takeBack(
  dropped: readonly LedgerRow[],
  { watch, history, clock, log }: Pick<Poll, 'watch' | 'history' | 'clock' | 'log'>,
): Promise<NewRow[]> {
  const inOrder = dropped.toSorted((a, b) => a.place.block - b.place.block);
  const found: Dropped[] = [];
  await eachAtATime(readsAtATime, [...inOrder.entries()], async ([at, row]) => {
    const takenBack = await history.alertAt(watch, row.alertAt ?? positionOf(row.place, row.batch));
    found[at] = { row, takenBack };
    if (takenBack === null)
      log.error('error: a transfer was dropped by the chain, and History no longer has its alert', {
        block: row.place.block,
        key: row.place.key,
      });
  });
  const ofDigests = found.filter(({ row, takenBack }) => row.status === 'waiting' && takenBack !== null);
  const left = new Set(ofDigests).difference(mostWorth(ofDigests, watch));
  const last = ofDigests.findLast((one) => !left.has(one));
  const detectedAt = new Date(clock.now()).toISOString();
  return found.map((one) => {
    const { takenBack } = one;
    const { batch, ...row } = one.row;
    const others = one === last ? left.size : 0;
    const alert =
      takenBack &&
      composeRevertedAlert({
        takenBack,
        id: alertId('reverted', watch.chain.id, watch.wallet, takenBack.id),
        detectedAt,
        others,
      });
    const turn = alert === null || left.has(one) ? null : 0;
    return { ...row, ...silent, status: 'reverted', missed: false, alertAt: null, digest: null, alert, turn };
  });
}

function mostWorth(dropped: readonly Dropped[], watch: Watch): ReadonlySet<Dropped> {
  const transfers = new Map(
    dropped.flatMap((one) => (one.takenBack ? [[described(one.takenBack, one.row), one] as const] : [])),
  );
  const most = rankByWorth([...transfers.keys()], watch).slice(0, mostOfDigests);
  return new Set(most.flatMap(({ transfer }) => transfers.get(transfer) ?? []));
}
