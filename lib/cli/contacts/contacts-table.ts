import * as z from 'zod';
import {
  type Address,
  checksumAddress,
  parseAddress,
  shownAddress,
} from '../../../functions/chain/address.ts';
import type { Clock } from '../../../functions/runtime/clock.ts';
import { batchWriter } from '../../../functions/runtime/table-batches.ts';
import { foldText } from '../../../functions/spam/text/confusables.ts';
import { cleanText } from '../../../functions/text/safe-text.ts';
import { compareText } from '../../../functions/wallet/read-watchlist.ts';
import { readList } from '../../../functions/wallet/row-values.ts';
import { attributeIn } from '../../../functions/wallet/watchlist-row.ts';
import { type ReadEntry, readEntries } from '../bulk/read-entries.ts';
import { type OpenStack, openTable } from '../stack/open-stack.ts';
import { shown } from '../table.ts';

export interface Contact {
  readonly address: string;
  readonly name: string;
  readonly tags?: readonly string[] | undefined;
}

export function readContact(fields: Readonly<Record<string, unknown>>): Contact {
  const address = parseAddress(String(fields.address ?? ''));
  const name = cleanText(String(fields.name ?? ''));
  if (name === null) throw new Error('a contact needs a name');
  const { tags } = fields;
  return { address, name, ...(tags === undefined ? {} : { tags: readList('tags', tags) }) };
}

const shape = { key: 'address', attributes: ['address', 'name', 'tags'], example: { name: 'Supplier' } };

/** CSV or a JSON array. @throws Unusable if none of the file can be read */
export function readContacts(text: string, isJson: boolean): ReadEntry<{ readonly contact: Contact }>[] {
  return readEntries(text, shape, isJson, ({ fields }) => ({
    contact: readContact(Object.fromEntries(fields)),
  }));
}

const row = z.object({
  address: z.string(),
  name: z.string().catch(''),
  tags: z
    .union([z.set(z.string()), z.array(z.string()), z.string()])
    .transform((tags) => readList('tags', tags).sort())
    .optional()
    .catch(undefined),
});

export type ContactsTable = Awaited<ReturnType<typeof contactsTable>>;

/** The address for comparing: the table has it as somebody typed it. */
export const plain = ({ address }: Pick<Contact, 'address'>) => address.trim().toLowerCase();

/** Writes one row a contact, in lower case, in place of all other spellings. */
export async function contactsTable(open: OpenStack, clock: Pick<Clock, 'sleep'>) {
  const table = await openTable(open, 'contacts');
  const writer = batchWriter(table, clock, 'contacts unwritten');
  const all = async () => {
    const items = await Array.fromAsync(table.scan({ ConsistentRead: true }));
    const contacts: Contact[] = items.map((item) => row.parse({ ...item, name: attributeIn(item, 'name') }));
    return contacts.toSorted((a, b) => compareText(a.address, b.address));
  };
  const drop = (some: readonly Contact[]) => writer.remove(some.map(({ address }) => ({ address })));
  return {
    all,
    /** A contact without `tags` keeps those in the table. @param there all contacts */
    async put(contacts: readonly Contact[], there: readonly Contact[]) {
      const before = new Map(there.map((one) => [plain(one), one]));
      const tagsOf = (one: Contact) => one.tags ?? before.get(plain(one))?.tags ?? [];
      const tagged = (one: Contact) => (tagsOf(one).length === 0 ? {} : { tags: tagsOf(one) });
      await writer.put(contacts.map((one) => ({ address: one.address, name: one.name, ...tagged(one) })));
      const kept = new Set(contacts.map(({ address }) => address));
      await drop(there.filter((one) => !kept.has(one.address) && kept.has(plain(one))));
    },
    /** False if there is none. */
    async remove(address: string) {
      const there = (await all()).filter((one) => plain(one) === plain({ address }));
      await drop(there);
      return there.length > 0;
    },
  };
}

/** A named imitation causes no more warnings, so a user who copied one from a history must notice now. */
export function alikeNotes(added: readonly Contact[], there: readonly Contact[]): readonly string[] {
  const all = new Map([...there, ...added].map((one) => [plain(one), one]));
  const byEnds = Map.groupBy(all, ([address]) => address.slice(0, 6) + address.slice(-4));
  const isAdded = new Set(added.map(({ address }) => String(address)));
  return Array.from(byEnds.values()).flatMap((alike) => {
    const fresh = alike.filter(([address]) => isAdded.has(address));
    if (alike.length < 2 || fresh.length === 0) return [];
    const names = alike.map(([, one]) => named(one)).join(' and ');
    return [
      `Mind that ${names} look alike: compare every digit, and remove a copy. Payments to an address with a name raise no alarm.\n`,
    ];
  });
}

/** Writes one contact. @returns a sentence about its new name, and notes that warn of confusion */
export async function giveName(contact: Contact, table: ContactsTable) {
  const there = await table.all();
  await table.put([contact], there);
  const before = there.find((one) => plain(one) === contact.address)?.name ?? contact.name;
  const renamed = before === contact.name ? '' : `, no longer ${shown(before)},`;
  const notes = [...alikeNotes([contact], there), ...sameNameNotes(contact, there)];
  return { says: `is called ${shown(contact.name)}${renamed} in alerts from now on.`, notes };
}

const nameOf = ({ name }: Pick<Contact, 'name'>) => foldText(name).toLowerCase();

function sameNameNotes(contact: Contact, there: readonly Contact[]): readonly string[] {
  const same = there.filter((one) => plain(one) !== contact.address && nameOf(one) === nameOf(contact));
  return same.map((one) => `Mind that alerts give ${named(one)} the same name.\n`);
}

/** Alerts can't tell a contact from a watched wallet of the same name. */
export function ownNameNotes(
  added: readonly Contact[],
  wallets: readonly { readonly wallet: Address; readonly label: string | null }[],
): readonly string[] {
  const contacts = new Map(added.map((one) => [nameOf(one), one]));
  return wallets.flatMap(({ wallet, label }) => {
    const one = contacts.get(nameOf({ name: cleanText(label) ?? '' }));
    if (one === undefined || one.address === wallet) return [];
    return [`Mind that the watched wallet ${checksumAddress(wallet)} is called ${shown(one.name)} too.\n`];
  });
}

function named(contact: Contact): string {
  return `${shownAddress(contact.address)} (${shown(contact.name)})`;
}
