import type { PoisoningAlert, TransferAlert } from '../../alert/alert.ts';
import { alikeAlertId, poisoningAlertId, transferAlertId } from '../../alert/alert-id.ts';
import { composePoisoningAlert } from '../../alert/compose/compose-poisoning.ts';
import { composeTransferAlert, type TransferInput } from '../../alert/compose/compose-transfer.ts';
import { allRules } from '../../spam/all-rules.ts';
import { judge } from '../../spam/judge.ts';
import { isSurelyReal } from '../../spam/known-token.ts';
import type { Rank } from '../../spam/most-worth.ts';
import type { AddressBook, MarkedImitation } from '../../spam/poisoning/address-book.ts';
import type { Counterparty } from '../../spam/poisoning/evidence.ts';
import { type ReadTexts, readTexts } from '../../spam/read-texts.ts';
import { policyFor } from '../../spam/verdict.ts';
import { isWanted } from '../../transfer/is-wanted.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { FreshTransfer } from './compare.ts';

type Outcome = 'told' | 'hidden' | 'unwanted';

/**
 * How a transfer is told. By an alert of its own: as one of the ten of its rank that went out, `rationed` by the hour and the day, or `free`. By
 * a digest: that of this poll, or that of its `turn`.
 */
export type Telling = Rank | 'rationed' | 'free' | 'digest' | 'turn';

/** A fresh transfer, decided: told, hidden, or not asked for by its row. */
export interface JudgedTransfer extends FreshTransfer {
  readonly outcome: Outcome;
  /** Its fate if its warning is dropped because too many were published already. */
  readonly unwarned: Outcome;
  readonly described: DescribedTransfer;
  /** Its own alert; History keeps it even if it is hidden. */
  readonly alert: TransferAlert;
  /** Real money that the wallet sent to a lookalike: told by its own alert, whatever the row asked for. */
  readonly paidImitation: boolean;
  /** Null: it is not told. Given by chooseSingles. */
  readonly telling: Telling | null;
  /** Told under every policy, before its own alert if that is told: the first transfer of a lookalike. */
  readonly warning: PoisoningAlert | null;
  /** Whom the wallet paid by it, as is to be remembered; null: nobody. */
  readonly paid: Counterparty | null;
  /** What is to be remembered of imitations along with it. */
  readonly imitations: readonly MarkedImitation[];
}

type AlertInput = Omit<TransferInput, 'id'>;

/**
 * Decides what becomes of one transfer. Every lookalike that was never reported gets a warning here; rationWarnings then
 * chooses which warnings are published.
 * @param book as the transfers before it have left it
 * @param read may remember the texts that it has read
 */
export function judgeTransfer(
  fresh: FreshTransfer,
  transfer: DescribedTransfer,
  book: AddressBook,
  watch: Watch,
  detectedAt: string,
  read: ReadTexts = readTexts,
): JudgedTransfer {
  const meeting = book.meet(transfer, judge(transfer, watch, allRules, read), watch);
  const { verdict, lookalike, imitations } = meeting;
  const input = { watch, transfer, verdict, lookalike, detectedAt };
  const id = transferAlertId(watch.chain.id, watch.wallet, fresh.key, fresh.reissue);
  const warning = meeting.isNews ? warningOf(input) : null;
  const paidImitation = lookalike !== null && meeting.money && transfer.direction === 'out';
  const unwarned = paidImitation ? 'told' : outcomeOf(input);
  return {
    ...fresh,
    // The warning replaces the transfer's own alert, which goes to History, unless real money moved.
    outcome: warning !== null && !meeting.money ? 'hidden' : unwarned,
    unwarned,
    described: transfer,
    alert: composeTransferAlert({ ...input, id }),
    paidImitation,
    telling: null,
    warning,
    paid: meeting.paid,
    imitations,
  };
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
 * What the row and its policy make of it; what went to an imitation is told whatever they say. The API's flag hides nothing
 * that went out in a token which is genuine by our own list: the wallet's key moved it, and anybody may report a token.
 */
function outcomeOf({ transfer, verdict, watch }: AlertInput): Outcome {
  if (!isWanted(transfer, watch)) return 'unwanted';
  const isSureLoss = isGone(transfer) && isSurelyReal(transfer.token, watch);
  const isTold = isSureLoss || policyFor(verdict, watch).tell;
  return isTold ? 'told' : 'hidden';
}

/**
 * Whether some value left the wallet. A transfer of zero does not count: anyone can write one, of any token, into any
 * wallet's history, and ten of them would fill the ten places for single alerts.
 */
export function isGone({ direction, value }: DescribedTransfer): boolean {
  return direction === 'out' && value > 0n;
}
