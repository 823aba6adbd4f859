import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import { isKnownToken } from '../known-token.ts';
import type { Reason, Verdict } from '../verdict.ts';
import { weightOfPoisoning } from '../weights.ts';
import { reasonOfPair } from './alike-pair.ts';
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
  const reason = lookalike.proven ? reasonOfImitation(lookalike) : reasonOfPair(lookalike);
  return { ...verdict, reasons: [reason, ...verdict.reasons] };
}

function reasonOfImitation({ imitates, samePrefix, sameSuffix }: Lookalike): Reason {
  const detail = `The other address imitates ${imitates}, which this wallet paid: its first ${samePrefix} and last ${sameSuffix} digits are alike. Do not copy it.`;
  return { rule: 'address-poisoning', detail };
}

/**
 * Whether a transfer with a lookalike may be honest: it has nothing against it by itself, and either went out, for a thief
 * chooses an address that looks like spam as easily as a payee, or the lookalike may be one that a made-up payment planted.
 */
function mayBeHonest({ proven }: Lookalike, evidence: PoisoningEvidence): boolean {
  const { transfer, verdict } = evidence;
  if (transfer.direction === 'out') return transfer.value > 0n && !verdict.spam;
  return !proven && valueClassOf(evidence) !== 'dust';
}

/** A transfer, judged by who its other side is. */
export interface Meeting {
  readonly verdict: Verdict;
  /** Null if the other side looks like no known address. */
  readonly lookalike: Lookalike | null;
  /** Real money moved: it is published, whatever the other side looks like. */
  readonly money: boolean;
  /** The first warning of this lookalike is due; the book remembers the lookalike from now on. */
  readonly isNews: boolean;
  /** Whom the wallet paid by it; null: nobody, as far as anyone can be sure. */
  readonly paid: Counterparty | null;
  /** What the book remembers differently now. */
  readonly imitations: readonly MarkedImitation[];
}

/** An imitation by its addressMark; null if the address no longer counts as one. */
export type MarkedImitation = readonly [mark: string, imitation: Imitation | null];

/** What is remembered of a wallet's addresses from poll to poll. */
interface RememberedAddresses {
  /** Whom it paid, newest first. */
  readonly counterparties: readonly Counterparty[];
  /** What was found to look like another address, by addressMark. */
  readonly warnedOf: ReadonlyMap<string, Imitation>;
}

/**
 * The addresses that a wallet paid, and their imitations. Feed it the transfers one by one in chain order: a payment decides
 * how the transfers minutes after it are judged.
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
    const isPaid = isRealPayment(evidence);
    const paid =
      other === null || !isPaid
        ? null
        : {
            address: other,
            lastPaidAt: transfer.blockTimestamp,
            proven: isKnownToken(transfer.token, watch),
          };
    if (paid !== null)
      this.counterparties = rememberPayment(this.counterparties, paid.address, paid.lastPaidAt, paid.proven);
    if (lookalike === null) return { verdict: plain, lookalike, money, isNews: false, paid, imitations: [] };
    const isPayment = money && transfer.direction === 'out';
    const imitations = isPaid ? this.settle(lookalike) : this.remember(lookalike, remembered, isPayment);
    for (const [mark, imitation] of imitations) {
      if (imitation === null) this.imitations.delete(mark);
      else this.imitations.set(mark, imitation);
    }
    // A token that the row trusts is never spam, whoever sends it: the owner is warned all the same.
    const isNoSpam =
      money || watch.trustedTokens.has(transfer.token.address) || mayBeHonest(lookalike, evidence);
    return {
      verdict: isNoSpam ? withLookalike(plain, lookalike) : asPoisoning(plain, lookalike),
      lookalike,
      money,
      isNews: imitations[0]?.[1]?.told === false,
      paid,
      imitations,
    };
  }

  /**
   * The lookalike, its own first. Of a pair that nobody paid either may come next, so each is remembered with the other.
   * @param isPayment the alert of a payment says all that a warning would
   */
  private remember(
    { address, imitates, proven }: Lookalike,
    before: Imitation | null,
    isPayment: boolean,
  ): MarkedImitation[] {
    if (before === null && !hasRoom(this.imitations, imitates)) return [];
    // The pair was reported before; which of the two is the imitation is new.
    const told = isPayment || (before?.told === true && before.proven === proven);
    const own: MarkedImitation = [addressMark(address), { imitates, proven, told }];
    if (proven) return [own];
    const mark = addressMark(imitates);
    const twin = this.imitations.get(mark);
    const isTwin =
      twin === undefined ? hasRoom(this.imitations, address) : !twin.proven && twin.imitates === address;
    return isTwin ? [own, [mark, { imitates: address, proven, told }]] : [own];
  }

  /** Real money went to one of a pair: that one counts as paid, and its lookalikes become imitations that are still to be reported. */
  private settle({ address, imitates }: Lookalike): MarkedImitation[] {
    const alike = this.imitations.entries().filter(([, one]) => one.imitates === address && !one.proven);
    const marks = new Set(alike.map(([mark]) => mark));
    const twin = addressMark(imitates);
    if (this.imitations.get(twin)?.proven !== true && hasRoom(this.imitations, address)) marks.add(twin);
    const imitation = { imitates: address, proven: true, told: false };
    return [[addressMark(address), null], ...Array.from(marks, (mark) => [mark, imitation] as const)];
  }
}
