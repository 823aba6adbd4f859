import { parseAddress, readAddress } from '../../../functions/chain/address.ts';
import type { Clock } from '../../../functions/runtime/clock.ts';
import { cleanText } from '../../../functions/text/safe-text.ts';
import { contactsTable } from '../contacts/contacts-table.ts';
import { nearest } from '../frame/watched-wallet.ts';
import type { OpenStack } from '../stack/open-stack.ts';
import { readOption, Unfinished } from '../unusable.ts';
import { watchedWallets } from '../watchlist/rows/suggest-rows.ts';
import type { Asked, TypedChoice } from './asked-entries.ts';

/**
 * Whether an entry is a transfer between these two sides; true for all without a side.
 * @throws Unfinished for a name that nobody has
 */
export async function sidesAsked(
  { to, from }: TypedChoice,
  open: OpenStack,
  clock: Pick<Clock, 'sleep'>,
): Promise<Asked['isAsked']> {
  const isName = (text = '0x') => !/^0x/i.test(text.trim());
  const people = isName(to) || isName(from) ? await namesOf(open, clock) : [];
  const receivers = addressesOf('--to', to, people);
  const senders = addressesOf('--from', from, people);
  if (receivers === null && senders === null) return () => true;
  return ({ alert }) =>
    'transfer' in alert &&
    (receivers?.has(alert.transfer.to.address) ?? true) &&
    (senders?.has(alert.transfer.from.address) ?? true);
}

/** Contacts and watched wallets, by their names in alerts. */
async function namesOf(open: OpenStack, clock: Pick<Clock, 'sleep'>) {
  const contacts = await (await contactsTable(open, clock)).all();
  const wallets = await watchedWallets(open, null);
  return [
    ...contacts.map(({ address, name }) => ({ address: readAddress(address.trim()), name })),
    ...wallets.map(({ wallet, label }) => ({ address: wallet, name: label ?? '' })),
  ];
}

/** The addresses with that name; null: every address. */
function addressesOf(option: string, text: string | undefined, people: Awaited<ReturnType<typeof namesOf>>) {
  if (text === undefined) return null;
  if (/^0x/i.test(text.trim())) return new Set([readOption(option, () => parseAddress(text))]);
  const wanted = cleanText(text)?.toLowerCase();
  const called = people.filter(({ name }) => cleanText(name)?.toLowerCase() === wanted);
  if (called.length > 0) return new Set(called.map(({ address }) => address));
  const near = nearest(
    text,
    people.flatMap(({ name }) => cleanText(name) ?? []),
  );
  const hint = near === null ? 'chainbell contacts list shows the names.' : `did you mean ${near}?`;
  throw new Unfinished(`${option}: no contact or watched wallet is called "${text.slice(0, 60)}": ${hint}`);
}
