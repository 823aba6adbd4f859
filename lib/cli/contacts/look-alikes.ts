import { type Address, checksumAddress, shownAddress } from '../../../functions/chain/address.ts';
import { foldText } from '../../../functions/spam/text/confusables.ts';
import { cleanText } from '../../../functions/text/safe-text.ts';
import { shown } from '../table.ts';
import type { Contact } from './contacts-table.ts';

/** A named imitation causes no more warnings, so a user who copied one from a history must notice now. */
export function alikeNotes(added: readonly Contact[], there: readonly Contact[]): readonly string[] {
  const all = new Map([...there, ...added].map((one) => [one.address.trim().toLowerCase(), one]));
  const byEnds = Map.groupBy(all, ([address]) => address.slice(0, 6) + address.slice(-4));
  const isAdded = new Set(added.map(({ address }) => String(address)));
  return Array.from(byEnds.values()).flatMap((alike) => {
    const fresh = alike.filter(([address]) => isAdded.has(address));
    if (alike.length < 2 || fresh.length === 0) return [];
    const names = alike.map(([, one]) => named(one)).join(' and ');
    return [
      `Mind that ${names} look alike: compare every digit, and remove what is a copy. Payments to a named address raise no alarm.\n`,
    ];
  });
}

const nameOf = ({ name }: Pick<Contact, 'name'>) => foldText(name).toLowerCase();

export function sameNameNotes(contact: Contact, there: readonly Contact[]): readonly string[] {
  const same = there.filter((one) => one.address !== contact.address && nameOf(one) === nameOf(contact));
  return same.map((one) => `Mind that alerts call ${named(one)} so, too.\n`);
}

/** Alerts can't tell a contact from a watched wallet of the same name. */
export function ownNameNotes(
  added: readonly Contact[],
  wallets: readonly { readonly wallet: Address; readonly label: string | null }[],
): readonly string[] {
  const contacts = new Map(added.map((one) => [nameOf(one), one]));
  return wallets.flatMap(({ wallet, label }) => {
    const contact = contacts.get(nameOf({ name: cleanText(label) ?? '' }));
    if (contact === undefined || contact.address === wallet) return [];
    return [
      `Mind that the watched wallet ${checksumAddress(wallet)} is called ${shown(contact.name)} too.\n`,
    ];
  });
}

function named(contact: Contact): string {
  return `${shownAddress(contact.address)} (${shown(contact.name)})`;
}
