import type { PoisoningAlert, Counterparty as Relation, TransferAlert } from '../../alert/alert.ts';
import { alikeAlertId, poisoningAlertId, transferAlertId } from '../../alert/alert-id.ts';
import {
  composePoisoningAlert,
  composeTransferAlert,
  type TransferInput,
} from '../../alert/compose/compose-transfer.ts';
import { isUnderMinUsd } from '../../prices/price.ts';
import { allRules } from '../../spam/all-rules.ts';
import { judge, type ReadTexts, readTexts } from '../../spam/judge.ts';
import { isKnownToken, isSurelyReal } from '../../spam/known-token.ts';
import type { Rank } from '../../spam/most-worth.ts';
import type { AddressBook, MarkedImitation } from '../../spam/poisoning/address-book.ts';
import { type Counterparty, otherSide } from '../../spam/poisoning/evidence.ts';
import type { Lookalike } from '../../spam/poisoning/find-lookalike.ts';
import { policyFor } from '../../spam/verdict.ts';
import { isWanted } from '../../transfer/is-wanted.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { FreshTransfer } from './compare.ts';

type Outcome = 'told' | 'hidden' | 'unwanted';

/**
 * How a transfer is reported. By an alert of its own: as one of the ten outgoing ones of its rank, `rationed` by hour and day, or
 * `free`. By a digest: this poll's, or the next one that is due (`turn`).
 */
export type Telling = Rank | 'rationed' | 'free' | 'digest' | 'turn';

/** A fresh transfer, decided: told, hidden, or not asked for by its row. */
export interface JudgedTransfer extends FreshTransfer {
  readonly outcome: Outcome;
  /** What becomes of it if its warning is dropped because too many were published already. */
  readonly unwarned: Outcome;
  readonly described: DescribedTransfer;
  /** Its own alert. History keeps it even if it is hidden. */
  readonly alert: TransferAlert;
  /** Real money that the wallet sent to a lookalike: told by its own alert, whatever the row asked for. */
  readonly paidImitation: boolean;
  /** Set by chooseSingles; null: it is not reported. */
  readonly telling: Telling | null;
  /** The warning for a lookalike's first transfer. It comes before the transfer's own alert, under every `spam` policy. */
  readonly warning: PoisoningAlert | null;
  /** Whom the wallet paid, to be remembered; null: nobody. */
  readonly paid: Counterparty | null;
  /** Imitations to be remembered. */
  readonly imitations: readonly MarkedImitation[];
}

type AlertInput = Omit<TransferInput, 'id'>;

/**
 * Decides what becomes of one transfer. Every lookalike that was never reported gets a warning here; rationWarnings then
 * chooses which warnings are published.
 * @param book the addresses known after the transfers before it
 * @param paidBefore whom the wallet had paid before the transfer's block
 * @param since ISO time from which on the wallet is watched
 * @param read may cache texts
 */
export function judgeTransfer(
  fresh: FreshTransfer,
  transfer: DescribedTransfer,
  book: AddressBook,
  paidBefore: readonly Counterparty[],
  watch: Watch,
  detectedAt: string,
  since: string | null = null,
  read: ReadTexts = readTexts,
): JudgedTransfer {
  const meeting = book.meet(transfer, judge(transfer, watch, allRules, read), watch);
  const { verdict, lookalike, imitations } = meeting;
  const counterparty = relationOf(transfer, paidBefore, lookalike);
  const dormantDays = sleptBefore(transfer, paidBefore, since, watch);
  const input = { watch, transfer, verdict, lookalike, counterparty, dormantDays, detectedAt };
  const id = transferAlertId(watch.chain.id, watch.wallet, fresh.key, fresh.reissue);
  const warning = meeting.isNews ? warningOf(input) : null;
  const paidImitation = lookalike !== null && meeting.money && transfer.direction === 'out';
  const unwarned = paidImitation ? 'told' : outcomeOf(input);
  // The warning replaces the transfer's own alert, which goes to History, unless real money moved.
  const outcome = warning !== null && !meeting.money ? 'hidden' : unwarned;
  // Strangers fill History with hidden dust: without its worth a row takes a write unit less.
  const shown = outcome === 'hidden' ? { ...transfer, usd: null } : transfer;
  return {
    ...fresh,
    outcome,
    unwarned,
    described: transfer,
    alert: composeTransferAlert({ ...input, transfer: shown, id }),
    paidImitation,
    telling: null,
    warning,
    paid: meeting.paid,
    imitations,
  };
}

const day = 86_400_000;
/** Whole days without a payment that make a wallet dormant. */
const longSleep = 90;

/**
 * For how many days nothing had left a dormant wallet, or at least since it is watched; null where it is awake, or where the
 * payment is one that a stranger can make up.
 */
function sleptBefore(
  transfer: DescribedTransfer,
  paidBefore: readonly Counterparty[],
  since: string | null,
  watch: Watch,
): number | null {
  const { blockTimestamp } = transfer;
  if (!isGone(transfer) || blockTimestamp === null || !isKnownToken(transfer.token, watch)) return null;
  const last = paidBefore.flatMap(({ lastPaidAt, proven }) =>
    proven && lastPaidAt ? Date.parse(lastPaidAt) : [],
  );
  const from = last.length > 0 ? Math.max(...last) : since === null ? Number.NaN : Date.parse(since);
  const days = Math.floor((Date.parse(blockTimestamp) - from) / day);
  return days >= longSleep ? days : null;
}

/** Who the other side was to the wallet before this transfer's block: the cent that a thief sends first must not make him known. */
function relationOf(
  transfer: DescribedTransfer,
  paidBefore: readonly Counterparty[],
  lookalike: Lookalike | null,
): Relation {
  if (transfer.direction === 'self') return 'own';
  const other = otherSide(transfer);
  const isPaid = paidBefore.some(({ address, proven }) => proven && address === other);
  return isPaid && lookalike?.proven !== true ? 'known' : 'new';
}

function warningOf({ lookalike, ...input }: AlertInput): PoisoningAlert | null {
  if (lookalike === null) return null;
  const { chain, wallet } = input.watch;
  const { address, imitates, proven } = lookalike;
  const id = proven
    ? poisoningAlertId(chain.id, wallet, address)
    : alikeAlertId(chain.id, wallet, [address, imitates]);
  return composePoisoningAlert({ ...input, lookalike, others: 0, id });
}

/**
 * Applies the row's filters and `spam` policy. Payments to an imitation are always reported. The API's spam flag never hides an
 * outgoing transfer of a listed genuine token: the wallet's key moved it, and anybody can report a token as spam.
 */
function outcomeOf({ transfer, verdict, watch, counterparty }: AlertInput): Outcome {
  const isPaymentToNew = isGone(transfer) && counterparty === 'new';
  if (!isWanted(transfer, watch) || (isUnderMinUsd(transfer, watch) && !isPaymentToNew)) return 'unwanted';
  const isSureLoss = isGone(transfer) && isSurelyReal(transfer.token, watch);
  const isTold = isSureLoss || policyFor(verdict, watch).tell;
  return isTold ? 'told' : 'hidden';
}

/**
 * Whether value left the wallet. Zero does not count: anyone can write a zero transfer of any token into any wallet's history,
 * and ten of them would take all ten places for single alerts.
 */
export function isGone({ direction, value }: DescribedTransfer): boolean {
  return direction === 'out' && value > 0n;
}
