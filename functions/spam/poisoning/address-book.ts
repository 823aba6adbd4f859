import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Verdict } from '../judge.ts';
import { isKnownToken, isSurelyReal } from '../known-token.ts';
import { spamThreshold, weightOfPoisoning } from '../rule.ts';
import {
  addressHash,
  hasRoom,
  type Imitation,
  movesMoney,
  otherSide,
  type PaidAddress,
  type PoisoningEvidence,
  valueClassOf,
} from './evidence.ts';
import {
  alikeDigits,
  alikeness,
  digitsOfPayment,
  findLookalike,
  isAlike,
  type Lookalike,
  reasonOf,
} from './find-lookalike.ts';

/**
 * Whether the lookalike may be honest. A thief must not hide a theft by sending it to a lookalike. The address that the lookalike seems to
 * imitate may come from a made-up payment.
 */
function mayBeHonest({ proven }: Lookalike, evidence: PoisoningEvidence): boolean {
  const { transfer, verdict } = evidence;
  if (transfer.direction === 'out') return transfer.value > 0n && !verdict.spam;
  return !proven && valueClassOf(evidence) !== 'dust';
}

/** Null: the address no longer counts as an imitation. */
export type MarkedImitation = readonly [mark: string, imitation: Imitation | null];

interface RememberedAddresses {
  readonly counterparties: readonly PaidAddress[];
  readonly warnedOf: ReadonlyMap<string, Imitation>;
}

/** A wallet's payees and their imitations. Feed it transfers in chain order: a payment decides how the next ones are judged. */
export class AddressBook {
  counterparties: readonly PaidAddress[];
  readonly imitations: Map<string, Imitation>;
  private readonly payeesBeside: readonly PaidAddress[];

  /**
   * @param beside the memory of the row's other watch: it shows imitations of that watch's payees, and makes nobody known. It is ignored
   * for this watch's own payees and for addresses that resemble one, because the other watch may have been deceived.
   */
  constructor({ counterparties, warnedOf }: RememberedAddresses, beside?: RememberedAddresses) {
    this.counterparties = counterparties;
    const paid = counterparties.filter(({ proven }) => proven).map(({ address }) => address);
    const marks = new Set(paid.map(addressHash));
    const others = Array.from(beside?.warnedOf ?? []).filter(([mark]) => !marks.has(mark));
    this.imitations = new Map([...others, ...warnedOf]);
    const isOther = ({ address }: PaidAddress) =>
      !paid.some((own) => alikeness(alikeDigits(own, address)) >= digitsOfPayment);
    this.payeesBeside = beside?.counterparties.filter(isOther) ?? [];
  }

  /** `paid`: null without a credible payment. `isRealMoney`: real money moved, so it is published. */
  examine(transfer: DescribedTransfer, tokenVerdict: Verdict, watch: Watch) {
    const other = otherSide(transfer);
    const remembered =
      other === null || this.imitations.size === 0 ? null : (this.imitations.get(addressHash(other)) ?? null);
    const counterparties = [...this.counterparties, ...this.payeesBeside];
    const evidence = { transfer, verdict: tokenVerdict, watch, counterparties, remembered };
    const lookalike = findLookalike(evidence);
    const isRealMoney = movesMoney(evidence);
    const isPaid = isRealPayment(evidence);
    const paid: PaidAddress | null =
      other === null || !isPaid
        ? null
        : {
            address: other,
            lastPaidAt: transfer.blockTimestamp,
            proven: isKnownToken(transfer.token, watch),
          };
    if (paid !== null) this.counterparties = rememberPayment(this.counterparties, paid);
    if (lookalike === null)
      return { verdict: tokenVerdict, lookalike, isRealMoney, isUnreported: false, paid, imitations: [] };
    const isPayment = isRealMoney && transfer.direction === 'out';
    const imitations = isPaid ? this.confirm(lookalike) : this.remember(lookalike, remembered, isPayment);
    for (const [mark, imitation] of imitations) {
      if (imitation === null) this.imitations.delete(mark);
      else this.imitations.set(mark, imitation);
    }
    // A token that the row trusts is never spam, whoever sends it: the owner is warned all the same.
    const isNoSpam =
      isRealMoney || watch.trustedTokens.has(transfer.token.address) || mayBeHonest(lookalike, evidence);
    const reasons = [reasonOf(lookalike), ...tokenVerdict.reasons];
    return {
      // Spam, whatever the token: zero-value and dust transfers of genuine tokens are the usual form.
      verdict: isNoSpam
        ? { ...tokenVerdict, reasons }
        : { spam: true, score: tokenVerdict.score + weightOfPoisoning, reasons },
      lookalike,
      isRealMoney,
      isUnreported: imitations[0]?.[1]?.told === false,
      paid,
      imitations,
    };
  }

  private remember(
    { address, imitates, proven }: Lookalike,
    before: Imitation | null,
    isPayment: boolean,
  ): MarkedImitation[] {
    if (before === null && !hasRoom(this.imitations, imitates)) return [];
    // The pair was reported before; which of the two is the imitation is new.
    const told = isPayment || (before?.told === true && before.proven === proven);
    const own: MarkedImitation = [addressHash(address), { imitates, proven, told }];
    if (proven) return [own];
    const mark = addressHash(imitates);
    const twin = this.imitations.get(mark);
    const isTwin =
      twin === undefined ? hasRoom(this.imitations, address) : !twin.proven && twin.imitates === address;
    return isTwin ? [own, [mark, { imitates: address, proven, told }]] : [own];
  }

  /** Real money went to one of a pair: it counts as paid, and its lookalikes become imitations that are still to be reported. */
  private confirm({ address, imitates }: Lookalike): MarkedImitation[] {
    const alike = this.imitations.entries().filter(([, one]) => one.imitates === address && !one.proven);
    const marks = new Set(alike.map(([mark]) => mark));
    const twin = addressHash(imitates);
    if (this.imitations.get(twin)?.proven !== true && hasRoom(this.imitations, address)) marks.add(twin);
    const imitation = { imitates: address, proven: true, told: false };
    return [[addressHash(address), null], ...Array.from(marks, (mark) => [mark, imitation] as const)];
  }
}

/** Keeps the item of the State table small, and lookalikes by chance improbable. */
export const maxCounterparties = 200;

/**
 * Keeps the newest payee first. A full list takes no new unproven payee, and drops one for a new proven payee. Unproven payees that
 * resemble a new proven one are dropped.
 */
export function rememberPayment(
  known: readonly PaidAddress[],
  { address, lastPaidAt: time, proven }: PaidAddress,
): readonly PaidAddress[] {
  const before = known.find((one) => one.address === address);
  if (!proven && before === undefined && known.length >= maxCounterparties) return known;
  const paidAt = before?.lastPaidAt ?? null;
  const lastPaidAt = paidAt !== null && (time === null || paidAt > time) ? paidAt : time;
  const others = known.filter(
    (one) => one.address !== address && !(proven && !one.proven && isAlike(one.address, address)),
  );
  const paid = [{ address, lastPaidAt, proven: proven || before?.proven === true }, ...others];
  if (paid.length <= maxCounterparties) return paid;
  const leaves = paid.findLastIndex((one) => !one.proven);
  return paid.toSpliced(leaves > 0 ? leaves : -1, 1);
}

/** A token with at least half of spam's score may be made up to plant a payee. */
const maxDoubt = spamThreshold / 2;

/**
 * Whether the wallet itself paid the receiver. Anybody can write a zero transfer, or one of a token that he made, in the wallet's
 * name: that must not plant an imitation among the payees or push others out. Surely real tokens count even if flagged as spam.
 */
export function isRealPayment(evidence: PoisoningEvidence): boolean {
  const { transfer, verdict, watch, counterparties, remembered } = evidence;
  const receiver = otherSide(transfer);
  if (transfer.direction !== 'out' || receiver === null || transfer.value === 0n) return false;
  if (verdict.spam && !isSurelyReal(transfer.token, watch)) return false;
  if (isKnownToken(transfer.token, watch)) return findLookalike(evidence)?.proven !== true;
  if (verdict.score >= maxDoubt || remembered !== null) return false;
  const before = counterparties.find(({ address }) => address === receiver);
  if (before !== undefined) return !before.proven;
  return !counterparties.some(({ address }) => isAlike(receiver, address));
}
