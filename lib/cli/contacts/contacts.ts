import { parseAddress, shownAddress } from '../../../functions/chain/address.ts';
import { isFound } from '../../../functions/wallet/people.ts';
import { shownCsv, writeCsv } from '../bulk/csv.ts';
import { problemLines, readInput } from '../bulk/read-entries.ts';
import { allow, type Context, groupCommand, onStackOrRun, type StackOptions } from '../frame/command.ts';
import { say, writeTo } from '../streams.ts';
import { sayTable, shown } from '../table.ts';
import { readOption, Unfinished, Unusable } from '../unusable.ts';
import { valueText } from '../watchlist/rows/plain-row.ts';
import { watchedWallets } from '../watchlist/rows/suggest-rows.ts';
import {
  alikeNotes,
  type Contact,
  type ContactsTable,
  contactsTable,
  giveName,
  ownNameNotes,
  plain,
  readContact,
  readContacts,
} from './contacts-table.ts';

export const contacts = groupCommand({
  permissions: [
    ...allow('contacts', 'dynamodb:Scan', 'dynamodb:BatchWriteItem'),
    {
      action: 'dynamodb:Scan',
      on: ['watchlist'],
      when: 'contacts add, contacts import',
      without: 'no note says that a watched wallet has the same name',
    },
  ],
  examples: [
    'chainbell contacts add 0xTheirAddress Supplier --tags eu,monthly',
    'chainbell contacts import contacts.csv --dry-run',
    'chainbell contacts export > contacts.csv',
  ],
  make: (command, context) =>
    command
      .addCommand(addCommand(context))
      .addCommand(listCommand(context))
      .addCommand(removeCommand(context))
      .addCommand(importCommand(context))
      .addCommand(exportCommand(context)),
});

const tableOf = async (options: StackOptions, context: Context) =>
  contactsTable(await context.open(options), context.clock);

function addCommand(context: Context) {
  return onStackOrRun('add')
    .description('Call an address by a name in alerts, from the next alert on.')
    .argument('<address>', 'the address')
    .argument('<name>', 'its name')
    .option('--tags <list>', 'words of your own, separated by commas')
    .action(async (address, name, { tags, ...options }) => {
      const contact = readOption(null, () => readContact({ address, name, tags }));
      const open = await context.open(options);
      const table = await contactsTable(open, context.clock);
      const { says, notes } = await giveName(contact, table);
      const own = ownNameNotes([contact], await watchedWallets(open, null));
      await writeTo(context.streams.stderr, [...notes, ...own].join(''));
      await context.say(options, contact, `${shownAddress(contact.address)} ${says}\n`);
    });
}

function listCommand(context: Context) {
  return onStackOrRun('list')
    .description('List the addresses that have a name.')
    .action(async (options) => {
      const all = await (await tableOf(options, context)).all();
      const nameOf = (one: Contact) => one.name + (isFound(one.address) ? '' : unused);
      const rows = all.map((one) => [shownAddress(one.address), nameOf(one), one.tags?.join(', ') ?? null]);
      const none = 'No address has a name yet: chainbell contacts add gives a name.\n';
      await sayTable(context, options, all, ['Address', 'Name', 'Tags'], rows, none);
    });
}

const unused = ' (NOT used: its address is mistyped, or has blanks around it)';

function removeCommand(context: Context) {
  return onStackOrRun('remove')
    .description('Remove the name of an address.')
    .argument('<contact>', 'its address, or its name if nobody else has it')
    .action(async (typed, options) => {
      const table = await tableOf(options, context);
      const address = await addressOf(typed, table);
      if (!(await table.remove(address)))
        throw new Unfinished(`${shown(shownAddress(address))} is not a contact.`);
      await context.say(options, { address }, `${shown(shownAddress(address))} is no longer a contact.\n`);
    });
}

/** @throws Unfinished for a name that no contact has, Unusable for one that several have */
async function addressOf(typed: string, table: ContactsTable): Promise<string> {
  if (/^0x/i.test(typed)) return readOption(null, () => parseAddress(typed));
  const wanted = typed.trim().toLowerCase();
  const [only, ...others] = (await table.all()).filter(({ name }) => name.toLowerCase() === wanted);
  if (only !== undefined && others.length === 0) return only.address;
  const called = `called "${shown(typed)}". chainbell contacts list shows the addresses.`;
  if (only === undefined) throw new Unfinished(`No contact is ${called}`);
  throw new Unusable(`${others.length + 1} contacts are ${called}`);
}

/** Maximum notes that an import prints: more would hide its outcome. */
const maxNotes = 5;

function importCommand(context: Context) {
  return onStackOrRun('import')
    .description('Add the contacts of a file, or change their names: CSV or JSON with address, name, tags.')
    .argument('<file>', 'CSV with a head line, or a JSON array; - for stdin')
    .option('--dry-run', 'check every row and write none')
    .action(async (file, { dryRun = false, ...options }) => {
      const { stdin, stderr } = context.streams;
      const rows = readContacts(await readInput(file, stdin), /\.json$/i.test(file));
      const open = await context.open(options);
      const table = await contactsTable(open, context.clock);
      const problems = rows.filter((row) => 'problem' in row);
      await writeTo(stderr, problemLines(problems));
      // The last of two lines for an address counts.
      const read = rows.flatMap((row) => ('contact' in row ? [row.contact] : []));
      const good = new Map(read.map((one) => [one.address, one]));
      const there = await table.all();
      const added = [...good.values()];
      const notes = [...alikeNotes(added, there), ...ownNameNotes(added, await watchedWallets(open, null))];
      const more = notes.length > maxNotes ? [`${notes.length - maxNotes} more such notes.\n`] : [];
      await writeTo(stderr, [...notes.slice(0, maxNotes), ...more].join(''));
      if (!dryRun) await table.put(added, there);
      const done = dryRun ? 'would be written' : 'written';
      const unreadable = problems.length === 0 ? '' : `, ${problems.length} unreadable`;
      const repeated = rows.length - problems.length - good.size;
      const replaced = repeated === 0 ? '' : `, ${repeated} replaced by a later line of the same address`;
      const namesBefore = new Map(there.map((one) => [plain(one), one.name]));
      const renamed = added.filter((one) => (namesBefore.get(plain(one)) ?? one.name) !== one.name).length;
      const names = renamed === 0 ? '' : `, ${renamed} of them with a new name`;
      const written = dryRun ? 0 : good.size;
      const counts = { rows: rows.length, written, renamed, repeated, dryRun, problems };
      const text = `${good.size} of ${rows.length} contacts ${done}${names}${replaced}${unreadable}.\n`;
      await context.say(options, counts, `${dryRun ? 'Dry run: ' : ''}${text}`);
      if (problems.length > 0) throw new Unfinished();
    });
}

function exportCommand(context: Context) {
  return onStackOrRun('export')
    .description('Print all contacts as CSV or JSON, as import takes them.')
    .action(async (options) => {
      const all = await (await tableOf(options, context)).all();
      const cells = all.map(({ address, name, tags = [] }) => [address, name, valueText(tags)]);
      const csv = writeCsv(['address', 'name', 'tags'], cells);
      await say(context.streams, options, all, shownCsv(csv, context.streams));
    });
}
