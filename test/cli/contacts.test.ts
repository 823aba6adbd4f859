import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { checksumAddress } from '../../functions/chain/address.ts';
import { exchange, imitation, treasury } from '../support/alerts.ts';
import { useCommandLine } from '../support/command-line.ts';

const line = useCommandLine();
const stored = async () => {
  const scan = new ScanCommand({ TableName: line.aws.tables.contacts });
  const { Items = [] } = await line.dynamodb.send(scan);
  return Items.toSorted((a, b) => (a.address < b.address ? -1 : 1));
};

it('a contact is kept under its address in lower case, with a clean name', async () => {
  const argv = [checksumAddress(exchange), ' Sup\u202eplier ', '--tags', 'eu, paid'];
  expect(await line.run(['contacts', 'add', ...argv])).toEqual({
    code: 0,
    stdout: `${checksumAddress(exchange)} is called Supplier in alerts from now on.\n`,
    stderr: '',
  });
  expect(await stored()).toEqual([{ address: exchange, name: 'Supplier', tags: ['eu', 'paid'] }]);
});

it('a file of a spreadsheet is imported line by line, and comes back by export', async () => {
  const csv = `\ufeffName;Address;Tags\r\n'=Supplier;${checksumAddress(exchange)};"eu,paid"\r\n\r\n;${treasury};\r\nNobody;0x12;\r\nExchange, old;${imitation};\r\n`;
  const dry = await line.run(['contacts', 'import', '-', '--dry-run'], csv);
  expect([dry.code, dry.stdout]).toEqual([1, 'Dry run: 2 of 4 contacts would be written, 2 unreadable.\n']);
  expect(await stored()).toEqual([]);
  const { code, stdout, stderr } = await line.run(['contacts', 'import', '-'], csv);
  expect([code, stdout]).toEqual([1, '2 of 4 contacts written, 2 unreadable.\n']);
  expect(stderr.split('\n')).toEqual([
    'line 4: a contact needs a name',
    'line 5: "0x12" is not an address: it takes 0x and 40 hex digits.',
    expect.stringMatching(/^Mind that 0x28C6\w+ \(=Supplier\) and 0x28c6\w+ \(Exchange, old\) look alike/),
    '',
  ]);
  expect((await line.run(['contacts', 'export'])).stdout).toBe(
    `address,name,tags\n${imitation},"Exchange, old",\n${exchange},'=Supplier,"eu,paid"\n`,
  );
});

it('a name that somebody typed into the table moves no cursor when contacts are exported to a terminal', async () => {
  const put = { TableName: line.aws.tables.contacts, Item: { address: exchange, name: 'Sup\u001b[2Jplier' } };
  await line.dynamodb.send(new PutCommand(put));
  expect((await line.run(['contacts', 'export'], '', true)).stdout).toBe(
    `address,name,tags\n${exchange},Sup?[2Jplier,\n`,
  );
});

it('a contact that looks like another, or has its name, is warned of', async () => {
  await line.run(['contacts', 'add', exchange, 'Supplier']);
  const pair = `${checksumAddress(exchange)} (Supplier) and ${checksumAddress(imitation)} (Bob)`;
  const looks = `Mind that ${pair} look alike: compare every digit, and remove what is a copy. Payments to a named address raise no alarm.\n`;
  const csv = `address,name\n${treasury},Treasury\n${imitation},Bob\n`;
  expect(await line.run(['contacts', 'import', '-', '--dry-run'], csv)).toMatchObject({ stderr: looks });
  expect(await line.run(['contacts', 'add', imitation, 'Bob'])).toMatchObject({ code: 0, stderr: looks });
  expect(await line.run(['contacts', 'add', treasury, 'SUPPL\u0456ER'])).toMatchObject({
    code: 0,
    stderr: `Mind that alerts call ${checksumAddress(exchange)} (Supplier) so, too.\n`,
  });
  expect(await line.run(['contacts', 'add', treasury, 'Treasury'])).toMatchObject({ stderr: '' });
});

it('a contact with the name of a watched wallet is warned of, unless it is that wallet', async () => {
  await line.putRow({ wallet: treasury, chain: 'eth', label: 'Treasury' });
  const note = `Mind that the watched wallet ${checksumAddress(treasury)} is called TREASURY too.\n`;
  expect(await line.run(['contacts', 'add', exchange, 'TREASURY'])).toMatchObject({ code: 0, stderr: note });
  const csv = `address,name\n${exchange},TREASURY\n`;
  expect(await line.run(['contacts', 'import', '-'], csv)).toMatchObject({ code: 0, stderr: note });
  expect(await line.run(['contacts', 'add', treasury, 'Treasury'])).not.toMatchObject({
    stderr: expect.stringContaining('the watched wallet'),
  });
});

it('an import says how many names it changes', async () => {
  await line.run(['contacts', 'add', exchange, 'Supplier']);
  const csv = `address,name\n${exchange},Suplier\n${treasury},Treasury\n`;
  const said = 'of 2 contacts would be written, 1 of them with another name than before.\n';
  expect((await line.run(['contacts', 'import', '-', '--dry-run'], csv)).stdout).toBe(`Dry run: 2 ${said}`);
  const { stdout } = await line.run(['contacts', 'import', '-', '--json'], csv);
  expect(JSON.parse(stdout)).toMatchObject({ written: 2, renamed: 1 });
});

it('lines for one address are counted if a later one replaces them', async () => {
  const csv = `address,name\n${exchange},One\n${checksumAddress(exchange)},Two\n`;
  expect(await line.run(['contacts', 'import', '-'], csv)).toMatchObject({
    code: 0,
    stdout: '1 of 2 contacts written, 1 replaced by a later line of the same address.\n',
  });
  expect(await stored()).toEqual([{ address: exchange, name: 'Two' }]);
});

it('a contact that was typed otherwise has one row once it is named anew', async () => {
  const Item = { address: checksumAddress(exchange), name: 'Old' };
  await line.dynamodb.send(new PutCommand({ TableName: line.aws.tables.contacts, Item }));
  await line.run(['contacts', 'add', exchange, 'New']);
  expect(await stored()).toEqual([{ address: exchange, name: 'New' }]);
});

it('a contact is removed however it was typed, and a stranger is none', async () => {
  const put = (address: string) =>
    line.dynamodb.send(new PutCommand({ TableName: line.aws.tables.contacts, Item: { address, name: 'x' } }));
  await put(exchange);
  await put(checksumAddress(exchange));
  expect((await line.run(['contacts', 'remove', exchange])).code).toBe(0);
  expect(await stored()).toEqual([]);
  expect(await line.run(['contacts', 'remove', exchange])).toEqual({
    code: 1,
    stdout: '',
    stderr: `${checksumAddress(exchange)} is no contact.\n`,
  });
});

it('a contact is removed by a name that it alone has', async () => {
  await line.run(['contacts', 'add', exchange, 'Supplier']);
  expect((await line.run(['contacts', 'remove', 'Suplier'])).stderr).toMatch(
    /^No contact is called "Suplier"\./,
  );
  await line.run(['contacts', 'add', treasury, 'supplier']);
  expect((await line.run(['contacts', 'remove', 'Supplier'])).stderr).toMatch(/^2 contacts are called/);
  await line.run(['contacts', 'remove', treasury]);
  expect((await line.run(['contacts', 'remove', 'supplier'])).code).toBe(0);
  expect(await stored()).toEqual([]);
});

it('what somebody typed into the table is listed as far as it can be read', async () => {
  const items = [{ address: 'Bob' }, { address: exchange, name: 42, tags: 'one' }];
  for (const Item of items)
    await line.dynamodb.send(new PutCommand({ TableName: line.aws.tables.contacts, Item }));
  const { stdout } = await line.run(['contacts', 'list']);
  expect(stdout.split('\n').map((row) => row.split(/ {2,}/))).toEqual([
    ['Address', 'Name', 'Tags'],
    [checksumAddress(exchange), '42', 'one'],
    ['Bob', '-', '-'],
    [''],
  ]);
});
