import * as z from 'zod';
import { type Address, parseAddress } from '../../../functions/chain/address.ts';
import type { Clock } from '../../../functions/runtime/clock.ts';
import { batchWriter, readBatches } from '../../../functions/runtime/dynamodb-writes.ts';
import { cleanText } from '../../../functions/text/safe-text.ts';
import { spellingsOf } from '../../../functions/wallet/people.ts';
import { compareText } from '../../../functions/wallet/read-watchlist.ts';
import { readList } from '../../../functions/wallet/row-values.ts';
import { type ReadEntry, readEntries } from '../bulk/read-entries.ts';
import type { OpenStack } from '../stack/open-stack.ts';
import { openTable } from '../stack/open-table.ts';

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
  return { address, name, ...(tags == null || tags === '' ? {} : { tags: readList('tags', tags) }) };
}

const shape = { key: 'address', attributes: ['address', 'name', 'tags'], example: { name: 'Supplier' } };

/** CSV or a JSON array. @throws Unusable if none of the file can be read */
export function readContacts(text: string, isJson: boolean): ReadEntry<{ readonly contact: Contact }>[] {
  return readEntries(text, shape, isJson, ({ fields }) => ({
    contact: readContact(Object.fromEntries(fields)),
  }));
}

/** A contact as typed. */
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

/** Writes one row a contact, in lower case, in place of all other spellings. */
export async function contactsTable(open: OpenStack, clock: Pick<Clock, 'sleep'>) {
  const table = await openTable(open, 'contacts');
  const writer = batchWriter(table, clock, 'contacts unwritten');
  return {
    async all() {
      const contacts: Contact[] = await Array.fromAsync(table.scan(), (item) => row.parse(item));
      return contacts.toSorted((a, b) => compareText(a.address, b.address));
    },
    async put(contacts: readonly Contact[]) {
      await writer.put(contacts.map((contact) => ({ ...contact })));
      const others = contacts.flatMap(({ address }) =>
        spellingsOf(parseAddress(address)).filter((spelling) => spelling !== address),
      );
      await writer.remove(others.map((address) => ({ address })));
    },
    async remove(address: Address) {
      const keys = spellingsOf(address).map((spelling) => ({ address: spelling }));
      const left = 'contacts unread';
      const there = await readBatches(table, keys, { left, clock }, { ConsistentRead: true });
      await writer.remove(there.map((item) => ({ address: item.address })));
      return there.length > 0;
    },
  };
}
