import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import { isKnownToken } from '../known-token.ts';
import type { Reason, Verdict } from '../verdict.ts';
import { weightOfPoisoning } from '../weights.ts';
import { type Counterparty, otherSide, type PoisoningEvidence } from './evidence.ts';
import { findLookalike, type Lookalike } from './find-lookalike.ts';
import { addressMark, hasRoom, type Imitation } from './imitations.ts';
import { isRealPayment, rememberPayment } from './remember-payment.ts';
import { isMoney, valueClassOf } from './value-class.ts';

/**
 * The verdict of a transfer from an imitating address: spam, whatever its token, for zero-value and dust transfers of
 * genuine tokens are its usual form.
 */
function asPoisoning(verdict: Verdict, lookalike: Lookalike): Verdict {
  return { ...withLookalike(verdict, lookalike), spam: true, score: verdict.score + weightOfPoisoning };
}

/** The verdict of real money that an imitating address sent or got: it is told, and the verdict says what it is. */
function withLookalike(verdict: Verdict, lookalike: Lookalike): Verdict {
  return { ...verdict, reasons: [reasonOf(lookalike), ...verdict.reasons] };
}

function reasonOf({ imitates, samePrefix, sameSuffix }: Lookalike): Reason {
  const detail = `The other address imitates ${imitates}, which this wallet paid: its first ${samePrefix} and last ${sameSuffix} digits are the same. Do not copy it.`;
  return { rule: 'address-poisoning', detail };
}

/**
 * Whom the wallet has paid once this transfer is dealt with. Transfers are to be taken one by one in chain order: what
 * comes minutes after a payment is judged by it.
 */
function counterpartiesAfter(evidence: PoisoningEvidence): readonly Counterparty[] {
  const { transfer, watch, counterparties } = evidence;
  const receiver = otherSide(transfer);
  if (receiver === null || !isRealPayment(evidence)) return counterparties;
  const proven = isKnownToken(transfer.token, watch);
  return rememberPayment(counterparties, receiver, transfer.blockTimestamp, proven);
}

/** What is known of a transfer once its other side is. */
export interface Meeting {
  readonly verdict: Verdict;
  /** Null but where the other side imitates an address that the wallet paid. */
  readonly lookalike: Lookalike | null;
  /** Real money moved: it is told, whomever the other side imitates. */
  readonly money: boolean;
  /** The other side as it is to be remembered; null where it is no imitation, or there is no room for another. */
  readonly imitation: MarkedImitation | null;
}

/** An imitation by its addressMark. */
export type MarkedImitation = readonly [mark: string, imitation: Imitation];

/** What is remembered of a wallet's addresses from poll to poll. */
interface RememberedAddresses {
  /** Whom it paid, newest first. */
  readonly counterparties: readonly Counterparty[];
  /** What was found to imitate one of those, by addressMark. */
  readonly warnedOf: ReadonlyMap<string, Imitation>;
}

/**
 * Whom a wallet paid and who imitates those, as it grows from transfer to transfer: they are to be met one by one in
 * chain order, for what comes minutes after a payment is judged by it.
 */
export class AddressBook {
  counterparties: readonly Counterparty[];
  readonly imitations: Map<string, Imitation>;

  constructor({ counterparties, warnedOf }: RememberedAddresses) {
    this.counterparties = counterparties;
    this.imitations = new Map(warnedOf);
  }

  /** @param plain what the transfer's token and sender say, whoever else its parties look like */
  meet(transfer: DescribedTransfer, plain: Verdict, watch: Watch): Meeting {
    const other = otherSide(transfer);
    const remembered =
      other === null || this.imitations.size === 0 ? null : (this.imitations.get(addressMark(other)) ?? null);
    const evidence = { transfer, verdict: plain, watch, counterparties: this.counterparties, remembered };
    const lookalike = findLookalike(evidence);
    const money = isMoney(evidence);
    this.counterparties = counterpartiesAfter(evidence);
    if (lookalike === null) return { verdict: plain, lookalike, money, imitation: null };
    // A token that the row trusts is never spam, whoever sends it: the owner is warned all the same.
    const isNoSpam =
      money || watch.trustedTokens.has(transfer.token.address) || this.mayBeHonest(lookalike, evidence);
    return {
      verdict: isNoSpam ? withLookalike(plain, lookalike) : asPoisoning(plain, lookalike),
      lookalike,
      money,
      imitation: this.remember(lookalike, remembered, money && transfer.direction === 'out'),
    };
  }

  /**
   * Whether it may be no lure, though its other side looks like one: it has nothing against it by itself, and either went out,
   * for a thief chooses an address that looks like spam as easily as a payee, or resembles one that a made-up payment may have
   * put among those who were paid.
   */
  private mayBeHonest({ imitates }: Lookalike, evidence: PoisoningEvidence): boolean {
    const { transfer, remembered } = evidence;
    if (transfer.direction === 'out') return transfer.value > 0n && !evidence.verdict.spam;
    const isProven =
      remembered?.proven === true ||
      this.counterparties.some((paid) => paid.address === imitates && paid.proven);
    return !isProven && valueClassOf(evidence) !== 'dust';
  }

  /** @param isPayment the alert of a payment says all that a warning would */
  private remember(
    { address, imitates }: Lookalike,
    before: Imitation | null,
    isPayment: boolean,
  ): MarkedImitation | null {
    if (before === null && !hasRoom(this.imitations, imitates)) return null;
    const mark = addressMark(address);
    const base = this.counterparties.find((paid) => paid.address === imitates);
    const proven = before?.proven === true || base?.proven === true;
    const imitation: Imitation = { imitates, proven, told: isPayment || before?.told === true };
    this.imitations.set(mark, imitation);
    return [mark, imitation];
  }
}
