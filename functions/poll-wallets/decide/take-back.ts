import type { TransferAlert } from '../../alert/alert.ts';
import { alertId } from '../../alert/alert-id.ts';
import { composeRevertedAlert } from '../../alert/compose/compose-transfer.ts';
import { eachAtATime } from '../../runtime/batches.ts';
import { isKnownToken } from '../../spam/known-token.ts';
import { otherSide } from '../../spam/poisoning/evidence.ts';
import type { Learnt } from '../../state/known-addresses.ts';
import { positionOf } from '../../state/place.ts';
import { type NewRow, type Row, silent } from '../../state/row.ts';
import type { Poll } from '../poll-dependencies.ts';
import type { PollRead } from '../read/poll-read.ts';

/** Ten thousand queries one by one would outlast an invocation. */
const readsAtATime = 20;

/** `transfer.reverted` for dropped transfers, oldest first. If somebody deleted the original alert, the revert is only logged. */
export async function takeBack(
  dropped: readonly Row[],
  { transfers }: Pick<PollRead, 'transfers'>,
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
    const learnt = takenBack === null ? [] : unlearnt(takenBack, transfers, watch);
    const gone = { ...row, ...silent, status: 'reverted' as const, missed: false };
    rows[at] = { ...gone, alertAt: null, digest: null, alert, learnt };
  });
  return rows;
}

/** Forgets a payee to whom the read shows no payment any more: otherwise a theft that is mined again would go to a known address. */
function unlearnt(
  { type, counterparty, transfer }: TransferAlert,
  shown: PollRead['transfers'],
  watch: Poll['watch'],
): readonly Learnt[] {
  const unpaid = otherSide(transfer);
  const isFirstPayment = type === 'transfer.sent' && counterparty === 'new';
  if (unpaid === null || !isFirstPayment || !isKnownToken(transfer.token, watch)) return [];
  const isPaid = shown.some(({ transfer: { from, to, token, value } }) => {
    const isToIt = from.address === watch.wallet && to.address === unpaid;
    return isToIt && value > 0n && isKnownToken(token, watch);
  });
  return isPaid ? [] : [{ paid: null, unpaid, imitations: [], warnedOn: null }];
}
