import type { Lookalike } from '../../spam/poisoning/find-lookalike.ts';
import type { Verdict } from '../../spam/verdict.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { AlertLookalike, Counterparty, PoisoningAlert, RevertedAlert, TransferAlert } from '../alert.ts';
import { graded } from '../severity.ts';
import { alertCoinOf, alertTransferOf, verdictOf, walletOf } from './alert-parts.ts';

const types = { in: 'transfer.received', out: 'transfer.sent', self: 'transfer.self' } as const;

/** What a transfer's alert is made of. */
export interface TransferInput {
  readonly watch: Watch;
  readonly transfer: DescribedTransfer;
  readonly verdict: Verdict;
  /** Null where the other side looks like nobody. */
  readonly lookalike: Lookalike | null;
  /** As far as the wallet's own payments tell; withPeople knows the rest. */
  readonly counterparty: Counterparty;
  /** For how many days nothing had left the wallet; absent where it paid somebody lately. */
  readonly dormantDays?: number | null;
  /** From transferAlertId. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly detectedAt: string;
}

/** The alert of one transfer. Every text that others wrote is cleaned here, once, for all forms of the alert. */
export function composeTransferAlert({
  watch,
  transfer,
  verdict,
  lookalike,
  counterparty,
  dormantDays = null,
  id,
  detectedAt,
}: TransferInput): TransferAlert {
  return graded({
    version: 1,
    id,
    type: types[transfer.direction],
    wallet: walletOf(watch),
    transfer: alertTransferOf(transfer, watch),
    counterparty,
    lookalike: lookalikeOf(lookalike),
    marked: !verdict.spam || watch.spam !== 'show',
    ...(dormantDays === null ? {} : { dormantDays }),
    coin: transfer.coin && alertCoinOf(transfer.coin),
    verdict: verdictOf(verdict),
    detectedAt,
  });
}

/** The lookalike as alerts have it: null where nobody was paid, for a program must take neither address for the honest one. */
export function lookalikeOf(lookalike: Lookalike | null): AlertLookalike | null {
  if (!lookalike?.proven) return null;
  const { address, imitates, lastPaidAt, samePrefix, sameSuffix } = lookalike;
  return { address, imitates, contact: null, lastPaidAt, samePrefix, sameSuffix };
}

/** What a poisoning warning is made of; its id comes from poisoningAlertId or alikeAlertId. */
export interface PoisoningInput extends TransferInput {
  /** How many more lookalikes the poll showed. */
  readonly others: number;
}

/** The warning that stands in place of the alert of the transfer that put a lookalike into the wallet's history. */
export function composePoisoningAlert({
  watch,
  transfer,
  verdict,
  lookalike,
  counterparty,
  others,
  id,
  detectedAt,
}: PoisoningInput): PoisoningAlert {
  return graded({
    version: 1,
    id,
    type: 'wallet.poisoning',
    wallet: walletOf(watch),
    transfer: alertTransferOf(transfer, watch),
    counterparty,
    lookalike: lookalikeOf(lookalike),
    marked: true,
    others,
    coin: transfer.coin && alertCoinOf(transfer.coin),
    verdict: verdictOf(verdict),
    detectedAt,
  });
}

/** What the alert that takes another back is made of. */
export interface RevertedInput {
  /** As it was told. */
  readonly takenBack: TransferAlert;
  /** From revertedAlertId. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly detectedAt: string;
}

/**
 * The alert that a transfer is not on the chain any more. All that was told of it stands as it was, so that a reader
 * who never got the first alert knows what this is about.
 */
export function composeRevertedAlert({ takenBack, id, detectedAt }: RevertedInput): RevertedAlert {
  const { wallet, transfer, counterparty, lookalike, marked, coin, verdict } = takenBack;
  return graded({
    version: 1,
    id,
    type: 'transfer.reverted',
    wallet,
    reverts: takenBack.id,
    transfer,
    counterparty,
    lookalike,
    marked,
    coin,
    verdict,
    detectedAt,
  });
}
