import type { Address } from '../../chain/address.ts';
import type { Verdict } from '../../spam/judge.ts';
import { otherSide } from '../../spam/poisoning/evidence.ts';
import type { Lookalike } from '../../spam/poisoning/find-lookalike.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { People } from '../../wallet/people.ts';
import type { AlertLookalike, Counterparty, PoisoningAlert, RevertedAlert, TransferAlert } from '../alert.ts';
import { withSeverity } from '../severity.ts';
import { isOfImitation } from '../text/parts/shown-reasons.ts';
import {
  type AlertBasis,
  alertCoinOf,
  alertOf,
  alertTransferOf,
  verdictOf,
  withNames,
} from './alert-parts.ts';

const types = { in: 'transfer.received', out: 'transfer.sent', self: 'transfer.self' } as const;

export interface TransferInput extends AlertBasis {
  readonly transfer: DescribedTransfer;
  readonly verdict: Verdict;
  readonly lookalike: Lookalike | null;
  /** The verdict on the other side by the wallet's own payments. withPeople adds contacts and watched wallets. */
  readonly counterparty: Counterparty;
}

/** Strangers' texts are cleaned here, once, for all forms of the alert. */
export function composeTransferAlert(input: TransferInput): TransferAlert {
  const { transfer, verdict, watch } = input;
  const marked = !verdict.spam || watch.spam !== 'show';
  return withSeverity(alertOf(input, types[transfer.direction], { ...aboutOneTransfer(input), marked }));
}

/** Replaces the alert of a lookalike's transfer. `others` is the number of further lookalikes in the poll. */
export function composePoisoningAlert(input: TransferInput & { readonly others: number }): PoisoningAlert {
  const { others } = input;
  return withSeverity(
    alertOf(input, 'wallet.poisoning', { ...aboutOneTransfer(input), marked: true, others }),
  );
}

function aboutOneTransfer({ transfer, verdict, lookalike, counterparty, watch }: TransferInput) {
  return {
    transfer: alertTransferOf(transfer, watch),
    counterparty,
    lookalike: alertLookalikeOf(lookalike),
    coin: transfer.coin && alertCoinOf(transfer.coin),
    verdict: verdictOf(verdict),
  };
}

/** Null if the wallet paid neither address: programs must not take either for the honest one. */
function alertLookalikeOf(lookalike: Lookalike | null): AlertLookalike | null {
  if (!lookalike?.proven) return null;
  const { address, imitates, lastPaidAt, samePrefix, sameSuffix } = lookalike;
  return { address, imitates, contact: null, lastPaidAt, samePrefix, sameSuffix };
}

/** Repeats the first alert, for readers who never got it. */
export function composeRevertedAlert(
  takenBack: TransferAlert,
  own: Pick<RevertedAlert, 'id' | 'detectedAt' | 'others'>,
): RevertedAlert {
  return withSeverity({ ...takenBack, reverts: takenBack.id, ...own, type: 'transfer.reverted' });
}

export function addressesIn({ transfer, lookalike }: TransferAlert | PoisoningAlert): Address[] {
  return [otherSide(transfer), lookalike?.imitates ?? null].filter((address) => address !== null);
}

/** Adds the owner's names, which also decide the severity: an address that the owner has named imitates nobody. */
export function withPeople<One extends TransferAlert | PoisoningAlert>(alert: One, people: People): One {
  const { transfer, lookalike, verdict } = alert;
  const other = otherSide(transfer);
  const person = other === null ? undefined : people.get(other);
  const isNobodysCopy = person !== undefined && alert.type !== 'wallet.poisoning';
  const reasons = verdict?.reasons.filter(({ rule }) => !isOfImitation(rule)) ?? [];
  const contact = (lookalike && people.get(lookalike.imitates)?.name) ?? null;
  return withSeverity({
    ...alert,
    transfer: withNames(transfer, people),
    counterparty: person === undefined ? alert.counterparty : person.isOwn ? 'own' : 'contact',
    verdict: isNobodysCopy && verdict ? { ...verdict, reasons } : verdict,
    lookalike: isNobodysCopy ? null : lookalike && { ...lookalike, contact },
  });
}
