import { parseAddress } from '../../../functions/chain/address.ts';
import { cleanText } from '../../../functions/text/safe-text.ts';
import { readList } from '../../../functions/wallet/row-values.ts';
import { type FileEntry, readEntries } from '../bulk/read-entries.ts';

/** A row of the Contacts table, as the commands write it. */
export interface Contact {
  readonly address: string;
  readonly name: string;
  readonly tags?: readonly string[] | undefined;
}

/** @throws Error with a sentence on what is wrong */
export function readContact(fields: Readonly<Record<string, unknown>>): Contact {
  const address = parseAddress(String(fields.address ?? ''));
  const name = cleanText(String(fields.name ?? ''));
  if (name === null) throw new Error('a contact needs a name');
  const { tags } = fields;
  return { address, name, ...(tags == null || tags === '' ? {} : { tags: readList('tags', tags) }) };
}

const shape = { key: 'address', attributes: ['address', 'name', 'tags'], example: { name: 'Supplier' } };

/** A contact of a file, or why it is none. */
export type FileContact = { readonly where: string } & (
  | { readonly contact: Contact }
  | { readonly problem: string }
);

/** The contacts of a file, CSV or a JSON array. @throws Unusable where the whole of it can't be read */
export function readContacts(text: string, isJson: boolean): FileContact[] {
  return readEntries(text, shape, isJson).map((entry: FileEntry) => {
    if ('problem' in entry) return entry;
    try {
      return { where: entry.where, contact: readContact(Object.fromEntries(entry.fields)) };
    } catch (error) {
      return { where: entry.where, problem: error instanceof Error ? error.message : String(error) };
    }
  });
}
