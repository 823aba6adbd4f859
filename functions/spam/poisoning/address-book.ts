import type { DescribedTransfer } from '../../transfer/described-transfer.ts';
import type { WalletState } from '../../wallet/wallet-state.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Verdict } from '../verdict.ts';
import { counterpartiesAfter } from './counterparties-after.ts';
import { otherSide } from './evidence.ts';
import { findLookalike, type Lookalike } from './find-lookalike.ts';
import { addressMark, hasRoom, type Imitation } from './imitations.ts';
import { asPoisoning, withLookalike } from './poisoning-verdict.ts';
import type { Counterparty } from './remember-payment.ts';
import { isMoney } from './worth.ts';

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

/**
 * Whom a wallet paid and who imitates those, as it grows from transfer to transfer: they are to be met one by one in
 * chain order, for what comes minutes after a payment is judged by it.
 */
export class AddressBook {
  counterparties: readonly Counterparty[];
  readonly imitations: Map<string, Imitation>;

  constructor({ counterparties, warnedOf }: Pick<WalletState, 'counterparties' | 'warnedOf'>) {
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
    const isNoSpam = money || watch.trustedTokens.has(transfer.token.address);
    return {
      verdict: isNoSpam ? withLookalike(plain, lookalike) : asPoisoning(plain, lookalike),
      lookalike,
      money,
      imitation: this.remember(lookalike, remembered, money && transfer.direction === 'out'),
    };
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
