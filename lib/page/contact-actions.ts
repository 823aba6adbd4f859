import * as z from 'zod';
import { type Address, parseAddress, shortAddress, shownAddress } from '../../functions/chain/address.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { type ContactsTable, contactsTable, giveName, readContact } from '../cli/contacts/contacts-table.ts';
import type { OpenStack } from '../cli/stack/open-stack.ts';
import { readOption, Unfinished } from '../cli/unusable.ts';
import { type ActionReply, answerOf, notOfThePage } from './action-reply.ts';

const asked = z.strictObject({
  address: z.string().max(100),
  name: z.string().max(1_000).default(''),
  tags: z.string().max(4_000).optional(),
});

type Act = (table: ContactsTable, address: Address, typed: z.infer<typeof asked>) => Promise<string>;

const acts: Readonly<Record<string, Act>> = {
  async put(table, address, typed) {
    const contact = readOption(null, () => readContact(typed));
    const { says, notes } = await giveName(contact, table);
    return [`${shortAddress(address)} ${says}`, ...notes.map((note) => note.trim())].join(' ');
  },
  async remove(table, address) {
    if (!(await table.remove(address))) throw new Unfinished(`${shortAddress(address)} is not a contact.`);
    return `${shortAddress(address)} is no longer a contact.`;
  },
};

export const contactActionNames = Object.keys(acts);

/** All contacts, sorted by name. `shown` is the address with its checksum. */
export async function listContacts(open: OpenStack) {
  const all = await (await contactsTable(open, systemClock)).all();
  const shown = all.map((contact) => ({ ...contact, shown: shownAddress(contact.address) }));
  return shown.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

export async function contactAction(name: string, body: unknown, open: OpenStack): Promise<ActionReply> {
  const act = acts[name];
  const { data } = asked.safeParse(body);
  if (act === undefined || data === undefined) return notOfThePage;
  let field = 'address';
  return answerOf(
    async () => {
      const address = readOption(null, () => parseAddress(data.address));
      field = 'name';
      return act(await contactsTable(open, systemClock), address, data);
    },
    () => field,
  );
}
