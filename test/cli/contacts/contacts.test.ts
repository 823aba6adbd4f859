import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { checksumAddress } from '../../../functions/chain/address.ts';
import { exchange, imitation, treasury } from '../../support/alerts.ts';
import { useCommandLine } from '../../support/command-line.ts';
import { transcripts } from '../transcript.ts';

const line = useCommandLine();
const told = transcripts(line);
const stored = async () => {
  const scan = new ScanCommand({ TableName: line.aws.tables.contacts });
  const { Items = [] } = await line.dynamodb.send(scan);
  return Items.toSorted((a, b) => (a.address < b.address ? -1 : 1));
};
/** A row as a person types it in the console. */
const put = (Item: object) =>
  line.dynamodb.send(new PutCommand({ TableName: line.aws.tables.contacts, Item }));

told('a contact is kept under its address in lower case, with a clean name', async ({ type, note, says }) => {
  await type(`contacts add ${checksumAddress(exchange)} ' Sup\u202eplier ' --tags 'eu, paid'`);
  note(await stored());
  says(
    `is called Supplier in alerts from now on. # [ { address: '${exchange}', name: 'Supplier', tags: [ 'eu', 'paid' ] } ] $`,
  );
});

told("a spreadsheet's file is imported line by line, and export returns it", async ({ type, note, says }) => {
  const csv = `\ufeffName;Address;Tags\r\n'=Supplier;${checksumAddress(exchange)};"eu,paid"\r\n\r\n;${treasury};\r\nNobody;0x12;\r\nExchange, old;${imitation};\r\n`;
  await type('contacts import - --dry-run', csv);
  note(await stored());
  await type('contacts import -', csv);
  await type('contacts export');
  says(`Dry run: 2 of 4 contacts would be written, 2 unreadable. ! line 4: a contact needs a name
    ! line 5: "0x12" is not an address: … (=Supplier) and … (Exchange, old) look alike: compare every digit, … [exit code 1]
    # [] $ … 2 of 4 contacts written, 2 unreadable. … [exit code 1]
    $ … address,name,tags ${imitation},"Exchange, old", ${exchange},'=Supplier,"eu,paid" $`);
});

told('a name typed into the table can not control the terminal of an export', async ({ type, says }) => {
  await put({ address: exchange, name: 'Sup\u001b[2Jplier' });
  await type('contacts export', '', true);
  says('Sup?[2Jplier, $');
});

told('a tag with a comma stays whole in an export and its import', async ({ type, note, says }) => {
  await put({ address: exchange, name: 'Supplier', tags: new Set(['eu,west', 'paid']) });
  await type('contacts import -', await type('contacts export'));
  note(await stored());
  says("written. # [ { address: '…', name: 'Supplier', tags: [ 'eu,west', 'paid' ] } ] $");
});

told('a contact that looks like another, or has its name, is warned of', async ({ type, says }) => {
  await type(`contacts add ${exchange} Supplier`);
  await type('contacts import - --dry-run', `address,name\n${treasury},Treasury\n${imitation},Bob\n`);
  for (const words of [`${imitation} Bob`, `${treasury} SUPPL\u0456ER`, `${treasury} Treasury`])
    await type(`contacts add ${words}`);
  says(`Dry run: 2 of 2 contacts would be written. ! Mind that … (Supplier) and … (Bob) look alike: compare every digit, …
    is called Bob in alerts from now on. ! Mind that ${checksumAddress(exchange)} (Supplier) and … (Bob) look alike: …
    is called SUPPL\u0456ER in alerts from now on. ! Mind that alerts give … (Supplier) the same name. $
    … is called Treasury, no longer SUPPL\u0456ER, in alerts from now on. $`);
  // Typed in the console: still one contact.
  await put({ address: checksumAddress(treasury), name: 'Treasury' });
  expect((await line.run(['contacts', 'add', treasury, 'Treasury'])).stderr).toBe('');
});

told("a contact with a watched wallet's name is warned of, unless it is that one", async ({ type, says }) => {
  await line.putRow({ wallet: treasury, chain: 'eth', label: 'Treasury' });
  await type(`contacts add ${exchange} TREASURY`);
  await type('contacts import -', `address,name\n${exchange},TREASURY\n`);
  await type(`contacts add ${treasury} Treasury`);
  says(`is called TREASURY … ! Mind that the watched wallet ${checksumAddress(treasury)} is called TREASURY too. $
    … 1 of 1 contacts written. ! Mind that the watched wallet … is called TREASURY too. $
    … is called Treasury in alerts from now on. ! Mind that alerts give … (TREASURY) the same name. $`);
});

told('a new name is said to be one, and leaves the tags', async ({ type, note, says }) => {
  await type(`contacts add ${exchange} Supplier --tags eu`);
  for (const option of ['--dry-run', '--json'])
    await type(`contacts import - ${option}`, `address,name\n${exchange},Suplier\n${treasury},Treasury\n`);
  await type(`contacts add ${exchange} Paul`);
  note((await stored()).find(({ address }) => address === exchange));
  await type('contacts import -', `address,name,tags\n${exchange},Paul,\n`);
  note((await stored()).find(({ address }) => address === exchange));
  says(`Dry run: 2 of 2 contacts would be written, 1 of them with a new name. $
    … { "rows": 2, "written": 2, "renamed": 1, "repeated": 0, "dryRun": false, "problems": [] } $
    … is called Paul, no longer Suplier, in alerts from now on. # { address: '${exchange}', name: 'Paul', tags: [ 'eu' ] } $
    … 1 of 1 contacts written. # { address: '${exchange}', name: 'Paul' } $`);
});

told('of several lines for one address the last counts, with its spelling', async ({ type, note, says }) => {
  await type('contacts import -', `address,name\n${exchange},One\n${checksumAddress(exchange)},Two\n`);
  note(await stored());
  await put({ address: checksumAddress(exchange), name: 'Old' });
  await type(`contacts add ${exchange} New`);
  note(await stored());
  says(`1 of 2 contacts written, 1 replaced by a later line of the same address. # [ { address: '${exchange}', name: 'Two' } ] $
    … # [ { address: '${exchange}', name: 'New' } ] $`);
});

told('a contact is removed in all spellings, and a stranger is none', async ({ type, note, says }) => {
  for (const address of [exchange, checksumAddress(exchange)]) await put({ address, name: 'x' });
  await type(`contacts remove ${exchange}`);
  note(await stored());
  await type(`contacts remove ${exchange}`);
  says('is no longer a contact. # [] $ … is not a contact. [exit code 1] $');
});

told('a contact that no alert finds is listed so, replaced and removed', async ({ type, note, says }) => {
  await put({ address: ` ${exchange}`, name: 'Supplier' });
  await put({ address: `eth:${treasury}`, name: 'Treasury' });
  await type('contacts list');
  await type(`contacts add ${exchange} Supplier`);
  await type('contacts remove Treasury');
  note(await stored());
  await put({ address: `${exchange}\u00a0`, name: 'Supplier' });
  await type(`contacts remove ${exchange}`);
  note(await stored());
  const unused = '(NOT used: its address is mistyped, or has blanks around it)';
  says(`Supplier ${unused} - eth:${treasury} Treasury ${unused} - $ … is called Supplier in alerts from now on. $
    … eth:${treasury} is no longer a contact. # [ { address: '${exchange}', name: 'Supplier' } ] $
    … is no longer a contact. # [] $`);
});

told('a contact is removed by a name that it alone has', async ({ type, note, says }) => {
  await type(`contacts add ${exchange} Supplier`);
  await type('contacts remove Suplier');
  await type(`contacts add ${treasury} supplier`);
  for (const who of ['Supplier', treasury, 'supplier']) await type(`contacts remove ${who}`);
  note(await stored());
  says(`! No contact is called "Suplier". chainbell contacts list shows the addresses. [exit code 1] $ … (Supplier) the same name. $
    … ! 2 contacts are called "Supplier". chainbell contacts list shows the addresses. [exit code 2] $
    … is no longer a contact. $ … is no longer a contact. # [] $`);
});

told('what somebody typed into the table is listed as far as it can be read', async ({ type, says }) => {
  await put({ address: 'Bob', tags: { eu: true } });
  await put({ address: exchange, Name: 42, tags: 'one' });
  await type('contacts list');
  says('Address Name Tags 0x… 42 one Bob (NOT used: its address is mistyped, or has blanks around it) - $');
});
