import type { Lookalike } from '../../spam/poisoning/find-lookalike.ts';
import type { Verdict } from '../../spam/verdict.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { AlertLookalike, TransferAlert } from '../alert.ts';
import { alertCoinOf, alertTransferOf, verdictOf, walletOf } from './alert-parts.ts';

const types = { in: 'transfer.received', out: 'transfer.sent', self: 'transfer.self' } as const;

/** What a transfer's alert is made of. */
export interface TransferInput {
  readonly watch: Watch;
  readonly transfer: DescribedTransfer;
  readonly verdict: Verdict;
  /** Null but where the other side imitates an address that the wallet paid. */
  readonly lookalike: Lookalike | null;
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
  id,
  detectedAt,
}: TransferInput): TransferAlert {
  return {
    version: 1,
    id,
    type: types[transfer.direction],
    wallet: walletOf(watch),
    transfer: alertTransferOf(transfer, watch),
    lookalike: lookalike && lookalikeOf(lookalike),
    marked: !verdict.spam || watch.spam !== 'show',
    coin: transfer.coin && alertCoinOf(transfer.coin),
    verdict: verdictOf(verdict),
    detectedAt,
  };
}

/** The lookalike as alerts have it. */
export function lookalikeOf({
  address,
  imitates,
  lastPaidAt,
  samePrefix,
  sameSuffix,
}: Lookalike): AlertLookalike {
  return { address, imitates, lastPaidAt, samePrefix, sameSuffix };
}
