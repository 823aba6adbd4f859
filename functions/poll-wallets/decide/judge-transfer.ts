import type { Counterparty, PoisoningAlert, TransferAlert } from '../../alert/alert.ts';
import { alertId, unorderedAlertId } from '../../alert/alert-id.ts';
import {
  composePoisoningAlert,
  composeTransferAlert,
  type TransferInput,
} from '../../alert/compose/compose-transfer.ts';
import { zeroAddress } from '../../chain/address.ts';
import { isUnderMinUsd } from '../../prices/price.ts';
import { isPublished, judge } from '../../spam/judge.ts';
import type { AddressBook, MarkedImitation } from '../../spam/poisoning/address-book.ts';
import { otherSide, type PaidAddress } from '../../spam/poisoning/evidence.ts';
import type { Lookalike } from '../../spam/poisoning/find-lookalike.ts';
import type { Rank } from '../../spam/rough-worth.ts';
import { type DescribedTransfer, leftOutBy } from '../../transfer/transfer.ts';
import type { FreshTransfer } from './compare.ts';

type Outcome = 'told' | 'hidden' | 'unwanted';

/**
 * How a transfer is reported: alone (as one of the ten outgoing transfers of its rank, `rationed` by hour and day, or `free` of
 * rations), in this poll's `digest`, or in the `next digest` that is due.
 */
export type ReportFormat = Rank | 'rationed' | 'free' | 'digest' | 'next digest';

export interface JudgedTransfer extends FreshTransfer {
  readonly outcome: Outcome;
  /** The transfer's outcome if its warning exceeds the ration. */
  readonly outcomeUnwarned: Outcome;
  readonly described: DescribedTransfer;
  /** History keeps it even if it is hidden. */
  readonly alert: TransferAlert;
  /** Real money sent to a lookalike: always reported alone. */
  readonly isPaymentToImitation: boolean;
  readonly format: ReportFormat | null;
  /** Published before the transfer's own alert, under every `spam` policy. */
  readonly warning: PoisoningAlert | null;
  readonly paid: PaidAddress | null;
  readonly imitations: readonly MarkedImitation[];
}

type AlertInput = Omit<TransferInput, 'id'>;

/** Warns of every lookalike that was never reported; rationWarnings chooses which are published. @param paidBefore before this block */
export function judgeTransfer(
  fresh: FreshTransfer,
  transfer: DescribedTransfer,
  book: AddressBook,
  paidBefore: readonly PaidAddress[],
  { watch, detectedAt }: Pick<TransferInput, 'watch' | 'detectedAt'>,
): JudgedTransfer {
  const examined = book.examine(transfer, judge(transfer, watch), watch);
  const { verdict, lookalike, imitations } = examined;
  const counterparty = counterpartyOf(transfer, paidBefore, lookalike);
  const input = { watch, transfer, verdict, lookalike, counterparty, detectedAt };
  const id = alertId('transfer', watch.chain.id, watch.wallet, fresh.key, fresh.reissue);
  const warning = examined.isUnreported ? warningOf(input) : null;
  const isPaymentToImitation = lookalike !== null && examined.isRealMoney && transfer.direction === 'out';
  const outcomeUnwarned = isPaymentToImitation ? 'told' : outcomeOf(input);
  // The warning replaces the transfer's own alert, unless real money moved.
  const outcome = warning !== null && !examined.isRealMoney ? 'hidden' : outcomeUnwarned;
  // Without its worth a row of hidden dust takes a write unit less.
  const shown = outcome === 'hidden' ? { ...transfer, usd: null } : transfer;
  return {
    ...fresh,
    outcome,
    outcomeUnwarned,
    described: transfer,
    alert: composeTransferAlert({ ...input, transfer: shown, id }),
    isPaymentToImitation,
    format: null,
    warning,
    paid: examined.paid,
    imitations,
  };
}

/**
 * Only payments before this transfer's block make a payee known: a thief may send himself a cent first. Nobody is paid by a burn: who
 * redeems a vault share chooses the receiver of the money.
 */
function counterpartyOf(
  transfer: DescribedTransfer,
  paidBefore: readonly PaidAddress[],
  lookalike: Lookalike | null,
): Counterparty {
  if (transfer.direction === 'self') return 'own';
  const other = otherSide(transfer);
  const isPaid = paidBefore.some(({ address, proven }) => proven && address === other);
  return isPaid && other !== zeroAddress && lookalike?.proven !== true ? 'known' : 'new';
}

function warningOf({ lookalike, ...input }: AlertInput): PoisoningAlert | null {
  if (lookalike === null) return null;
  const { chain, wallet } = input.watch;
  const { address, imitates, proven } = lookalike;
  const id = proven
    ? alertId('poisoning', chain.id, wallet, address)
    : unorderedAlertId('alike', chain.id, wallet, [address, imitates]);
  return composePoisoningAlert({ ...input, lookalike, others: 0, id });
}

/** The verdict on a surely real token that goes out is never spam: no stranger can fake it. */
function outcomeOf({ transfer, verdict, watch, counterparty }: AlertInput): Outcome {
  const isPaymentToNew = isPaymentOut(transfer) && counterparty === 'new';
  const isLeftOut = leftOutBy(transfer, watch) !== null;
  if (isLeftOut || (isUnderMinUsd(transfer, watch) && !isPaymentToNew)) return 'unwanted';
  return isPublished(verdict, watch) ? 'told' : 'hidden';
}

/** Zero does not count: anyone can write zero transfers into any wallet's history. */
export function isPaymentOut({ direction, value }: DescribedTransfer): boolean {
  return direction === 'out' && value > 0n;
}
