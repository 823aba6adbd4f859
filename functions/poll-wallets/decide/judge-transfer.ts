import type { PoisoningAlert, TransferAlert } from '../../alert/alert.ts';
import { poisoningAlertId, transferAlertId } from '../../alert/alert-id.ts';
import { composePoisoningAlert } from '../../alert/compose/compose-poisoning.ts';
import { composeTransferAlert, type TransferInput } from '../../alert/compose/compose-transfer.ts';
import { allRules } from '../../spam/all-rules.ts';
import { judge } from '../../spam/judge.ts';
import { isKnownToken, isSurelyReal } from '../../spam/known-token.ts';
import type { AddressBook, MarkedImitation, Meeting } from '../../spam/poisoning/address-book.ts';
import type { Counterparty } from '../../spam/poisoning/evidence.ts';
import { type ReadTexts, readTexts } from '../../spam/read-texts.ts';
import { policyFor } from '../../spam/verdict.ts';
import type { FreshTransfer } from '../../transfer/compare-with-seen.ts';
import { isWanted } from '../../transfer/is-wanted.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';

type Outcome = 'told' | 'hidden' | 'unwanted';

/** A fresh transfer, decided: told, hidden, or not asked for by its row. */
export interface JudgedTransfer extends FreshTransfer {
  readonly outcome: Outcome;
  /** What becomes of it where no warning stands in its place, because too many were given already. */
  readonly unwarned: Outcome;
  readonly described: DescribedTransfer;
  /** Its own alert, also where it is hidden: History keeps it. */
  readonly alert: TransferAlert;
  /** Real money that the wallet sent to an imitating address: told by its own alert, whatever the row asked for. */
  readonly paidImitation: boolean;
  /** Told under every policy, before its own alert if that is told: the first transfer of an imitating address. */
  readonly warning: PoisoningAlert | null;
  /** Whom the wallet has paid once this transfer is dealt with. */
  readonly counterparties: readonly Counterparty[];
  /** Imitations that are to be remembered along with it. */
  readonly imitations: readonly MarkedImitation[];
}

type AlertInput = Omit<TransferInput, 'id'>;

/**
 * Decides what becomes of one transfer. Every imitation that nobody was told of gets a warning here; rationWarnings then
 * says which of them are told.
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
  const { verdict, lookalike, imitation } = meeting;
  const input = { watch, transfer, verdict, lookalike, detectedAt };
  const id = transferAlertId(watch.chain.id, watch.wallet, fresh.key, fresh.reissue);
  const warning = imitation === null || imitation[1].told ? null : warningOf(input);
  const unwarned = outcomeOf(input, meeting);
  const paidImitation = lookalike !== null && meeting.money && transfer.direction === 'out';
  return {
    ...fresh,
    // Of an imitation that is warned of all but real money goes to History: the warning stands in its place.
    outcome: warning !== null && !meeting.money ? 'hidden' : unwarned,
    unwarned,
    described: transfer,
    alert: composeTransferAlert({ ...input, id }),
    paidImitation,
    warning,
    counterparties: book.counterparties,
    imitations: imitation === null ? [] : [imitation],
  };
}

function warningOf({ lookalike, ...input }: AlertInput): PoisoningAlert | null {
  if (lookalike === null) return null;
  const { chain, wallet } = input.watch;
  const id = poisoningAlertId(chain.id, wallet, lookalike.address);
  return composePoisoningAlert({ ...input, lookalike, others: 0, id });
}

/**
 * Real money is never hidden for whom its other side looks like; what went to an imitation is told whatever the row
 * asks for. The API's flag hides nothing that went out in a token which is genuine by our own list: the wallet's key moved it,
 * and anybody may report a token.
 */
function outcomeOf({ transfer, verdict, watch }: AlertInput, { money, lookalike }: Meeting): Outcome {
  if (lookalike !== null && money && transfer.direction === 'out') return 'told';
  if (!isWanted(transfer, watch)) return 'unwanted';
  const { direction, value, token } = transfer;
  const isGone = direction === 'out' && value > 0n && isSurelyReal(token, watch);
  return isGone || policyFor(verdict, watch).tell ? 'told' : 'hidden';
}

/**
 * Whether money of a known token left the wallet: what a theft looks like. Not where nothing was moved: anybody can
 * write a transfer of nothing, of any token, into any wallet's history, and ten of those would use up the ten that are
 * told singly.
 */
export function isKnownOutgoing(
  { described: { direction, value, token } }: Pick<JudgedTransfer, 'described'>,
  watch: Watch,
): boolean {
  return direction === 'out' && value > 0n && isKnownToken(token, watch);
}
