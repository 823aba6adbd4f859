import type { Lookalike } from '../../spam/poisoning/find-lookalike.ts';
import type { Verdict } from '../../spam/verdict.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { AlertLookalike, Counterparty, PoisoningAlert, RevertedAlert, TransferAlert } from '../alert.ts';
import { graded } from '../severity.ts';
import { type AlertBasis, alertCoinOf, alertOf, alertTransferOf, verdictOf } from './alert-parts.ts';

const types = { in: 'transfer.received', out: 'transfer.sent', self: 'transfer.self' } as const;

export interface TransferInput extends AlertBasis {
  readonly transfer: DescribedTransfer;
  readonly verdict: Verdict;
  /** Null where the other side looks like nobody. */
  readonly lookalike: Lookalike | null;
  /** As the wallet's own payments tell; withPeople knows the rest. */
  readonly counterparty: Counterparty;
  /** For how many days nothing had left the wallet; absent where it paid somebody lately. */
  readonly dormantDays?: number | null;
}

/** The alert of one transfer. Every text that others wrote is cleaned here, once, for all forms of the alert. */
export function composeTransferAlert(input: TransferInput): TransferAlert {
  const { transfer, verdict, watch, dormantDays = null } = input;
  return graded(
    alertOf(input, types[transfer.direction], {
      ...aboutOneTransfer(input),
      marked: !verdict.spam || watch.spam !== 'show',
      ...(dormantDays === null ? {} : { dormantDays }),
    }),
  );
}

/**
 * The warning that stands in place of the alert of the transfer that put a lookalike into the wallet's history.
 * @param input its id is from poisoningAlertId or alikeAlertId; `others`: how many more lookalikes the poll showed
 */
export function composePoisoningAlert(input: TransferInput & { readonly others: number }): PoisoningAlert {
  const { others } = input;
  return graded(alertOf(input, 'wallet.poisoning', { ...aboutOneTransfer(input), marked: true, others }));
}

function aboutOneTransfer({ transfer, verdict, lookalike, counterparty, watch }: TransferInput) {
  return {
    transfer: alertTransferOf(transfer, watch),
    counterparty,
    lookalike: lookalikeOf(lookalike),
    coin: transfer.coin && alertCoinOf(transfer.coin),
    verdict: verdictOf(verdict),
  };
}

/** Null where nobody was paid, for a program must take neither address for the honest one. */
function lookalikeOf(lookalike: Lookalike | null): AlertLookalike | null {
  if (!lookalike?.proven) return null;
  const { address, imitates, lastPaidAt, samePrefix, sameSuffix } = lookalike;
  return { address, imitates, contact: null, lastPaidAt, samePrefix, sameSuffix };
}

/**
 * The alert that a transfer is not on the chain any more. It repeats what the first alert said, so that a reader who never
 * got that one knows what this is about.
 */
export function composeRevertedAlert({
  takenBack,
  id,
  detectedAt,
}: Pick<AlertBasis, 'id' | 'detectedAt'> & { readonly takenBack: TransferAlert }): RevertedAlert {
  const { dormantDays: _, ...told } = takenBack;
  return graded({ ...told, id, type: 'transfer.reverted', reverts: takenBack.id, detectedAt });
}
