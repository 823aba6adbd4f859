import type { Address } from '../../chain/address.ts';
import { otherSide } from '../../spam/poisoning/evidence.ts';
import type { People } from '../../wallet/people.ts';
import type { PoisoningAlert, TransferAlert } from '../alert.ts';
import { graded } from '../severity.ts';
import { isOfImitation } from '../text/parts/shown-reasons.ts';

export function addressesIn({ transfer, lookalike }: TransferAlert | PoisoningAlert): Address[] {
  return [otherSide(transfer), lookalike?.imitates ?? null].filter((address) => address !== null);
}

/** With the owner's names, which also grade it: an address that the owner has written down imitates nobody. */
export function withPeople<One extends TransferAlert | PoisoningAlert>(alert: One, people: People): One {
  const { transfer, lookalike } = alert;
  const nameOf = (address: Address | null) => (address && people.get(address)?.name) ?? null;
  const partyOf = (party: TransferAlert['transfer']['from']) => ({
    ...party,
    contact: party.contact ?? nameOf(party.address),
  });
  const other = otherSide(transfer);
  const person = other === null ? undefined : people.get(other);
  const isNobodysCopy = person !== undefined && alert.type !== 'wallet.poisoning';
  return graded({
    ...alert,
    transfer: { ...transfer, from: partyOf(transfer.from), to: partyOf(transfer.to) },
    counterparty: person === undefined ? alert.counterparty : person.isOwn ? 'own' : 'contact',
    verdict: isNobodysCopy ? withoutImitation(alert.verdict) : alert.verdict,
    lookalike: isNobodysCopy ? null : lookalike && { ...lookalike, contact: nameOf(lookalike.imitates) },
  });
}

function withoutImitation(verdict: TransferAlert['verdict']): TransferAlert['verdict'] {
  return verdict && { ...verdict, reasons: verdict.reasons.filter(({ rule }) => !isOfImitation(rule)) };
}
