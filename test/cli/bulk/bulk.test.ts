import { expect, it } from 'vitest';
import { checksumAddress } from '../../../functions/chain/address.ts';
import { readCsv, writeCsv } from '../../../lib/cli/bulk/csv.ts';
import { exchange, treasury, usdc } from '../../support/alerts.ts';
import { useCommandLine } from '../../support/command-line.ts';
import { scratchFile } from '../../support/scratch-folder.ts';
import { type Script, transcripts } from '../transcript.ts';

const line = useCommandLine();
const told = transcripts(line);
const walletOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const stored = async () =>
  (await line.rows()).toSorted((a, b) => `${a.wallet} ${a.chain}`.localeCompare(`${b.wallet} ${b.chain}`));

/** Imports a file, and notes the rows afterwards. */
async function imported({ type, note }: Script, file: string | Uint8Array, options = '') {
  await type(`import ${scratchFile(file)}${options}`);
  note(await stored());
}

told('import writes the rows of a CSV file, as the functions read them', async (session) => {
  await imported(
    session,
    `\ufeffWallet,chain,Label,min-amount,tokens,note\r\n${exchange},,,,,\r\n${checksumAddress(treasury)},Ethereum,"Bank, main",0.10,"${usdc},${exchange}",mine\r\n`,
    ' --chain polygon',
  );
  session.says(`2 of 2 rows written. Mind that minAmount=0.10 counts units of every token: …
    { chain: 'polygon', wallet: '${exchange}' }, { chain: 'eth', label: 'Bank, main', minAmount: '0.10', note: 'mine',
    tokens: Set(2) { '${exchange}', '${usdc}' }, wallet: '${treasury}' } ] $`);
});

told('import names each row that it can not read by its line, and writes the others', async (session) => {
  await imported(
    session,
    `wallet,chain,every\n${treasury},eth,often\n\n0x12,eth,\n${exchange},moon,\n${exchange},optimsm,\n${exchange},eth,1m\n${exchange},0x1,5m\n${usdc},eth,1m,2\n`,
  );
  session.says(`1 of 7 rows written, 6 unreadable. ! line 2: every: "often" is no interval: write it as 30s, 5m or 1h.
    ! line 4: "0x12" is not an address: it takes 0x and 40 hex digits. ! line 5: "moon" is not a known chain: it takes one of …
    ! line 6: "optimsm" is not a known chain: did you mean optimism? ! line 8: the same wallet and chain as line 7
    ! line 9: its cell 4, "2", has no column name [exit code 1]
    # [ { chain: 'eth', every: '1m', wallet: '${exchange}' } ] $`);
});

it('import writes each row of a file with more than a hundred rows', async () => {
  const wallets = Array.from({ length: 105 }, (_, n) => walletOf(n + 1));
  const { stdout } = await line.run(['import', '-'], ['wallet', ...wallets].join('\n'));
  expect(stdout).toBe('105 of 105 rows written.\n');
  expect((await stored()).map(({ wallet }) => wallet)).toEqual(wallets);
});

told('import says that rows are written only once the table has taken them', async ({ type, says }) => {
  line.refuse('dynamodb:BatchWriteItem');
  await type('import -', `wallet\n${treasury}\n`);
  line.answer('dynamodb:BatchWriteItem', ({ RequestItems }) => ({
    UnprocessedItems: RequestItems as object,
  }));
  await type('import -', `wallet\n${treasury}\n`);
  says(`! AWS does not let these credentials call dynamodb:BatchWriteItem. … [exit code 2] $
    … ! DynamoDB left rows of the Watchlist unwritten: its table is throttled. Try again in some minutes. [exit code 2] $`);
});

told('a dry run writes nothing, says what it would, even without a region', async ({ type, note, says }) => {
  await type('import - --dry-run --json', `wallet\n${treasury}\n`);
  line.answer('cloudformation:DescribeStacks', () => {
    throw new Error('Region is missing');
  });
  await type('import - --dry-run', `wallet\n${treasury}\n`);
  note(await stored());
  says(`{ "rows": 1, "written": 0, "alreadyThere": 0, "unreadable": 0, "dryRun": true, "problems": [] } $
    … Dry run: 1 of 1 rows can be read. ! Not checked: which of them are watched already. There is no usable region: … # [] $`);
});

told('import replaces rows that are there, however they are spelt, only with --force', async (session) => {
  await line.putRow({ wallet: checksumAddress(treasury), chain: 'Ethereum', label: 'old' });
  const row = { wallet: treasury, chain: '0x1', label: 'new', minAmount: 0.1, tags: ['a,b'] };
  for (const option of ['', ' --force']) await imported(session, JSON.stringify([row]), option);
  session.says(`0 of 1 rows written, 1 watched already. # [ { chain: 'Ethereum', label: 'old', … 1 of 1 rows written. …
    # [ { chain: 'Ethereum', label: 'new', minAmount: '0.1', tags: [ 'a,b' ], wallet: '${checksumAddress(treasury)}' } ] $`);
});

told('import names an entry of JSON that is no row', async (session) => {
  await imported(session, JSON.stringify([null, 7, { wallet: treasury }]));
  session.says(
    `1 of 3 rows written, 2 unreadable. ! entry 1: "" is not an address: … ! entry 2: "" is not an address: …`,
  );
});

told('import mends an unreadable row in its own spelling, and adds no second row', async (session) => {
  const wallet = checksumAddress(treasury);
  await line.putRow({ wallet, chain: 'Ethereum', minAmount: 'ten' });
  await imported(session, `wallet,minAmount\n${treasury},10\n`);
  session.says(`1 of 1 rows written. … # [ { chain: 'Ethereum', minAmount: '10', wallet: '${wallet}' } ] $`);
});

it('import sends rows again that DynamoDB leaves unprocessed', async () => {
  const sent: number[] = [];
  line.answer('dynamodb:BatchWriteItem', (input) => {
    const [[table, puts] = ['', []]] = Object.entries(input.RequestItems as Record<string, unknown[]>);
    sent.push(puts.length);
    return puts.length > 10 ? { UnprocessedItems: { [table]: puts.slice(10) } } : {};
  });
  const wallets = Array.from({ length: 30 }, (_, n) => walletOf(n + 1));
  expect((await line.run(['import', '-'], `wallet\n${wallets.join('\n')}`)).code).toBe(0);
  expect(sent.toSorted((a, b) => b - a)).toEqual([25, 15, 5, 5]);
});

told('import takes nothing of a file that it can not read, and says why', async ({ type, note, says }) => {
  const texts = ['', 'label\n', 'wallet,lable\nx\n', 'wallet,label,Label\nx,y,z\n', 'wallet,label\nx,"y\n'];
  for (const text of [...texts, '[{"wallet": }]', '{"wallet": "0x12"', '{"wallet": "0x12"}']) {
    note(text);
    await type('import -', text);
  }
  await type(`import ${scratchFile('"wallet": "0x12"', 'wallets.json')}`);
  says(`# '' $ … ! The file is empty: its first line names the columns, such as wallet,chain,label. [exit code 2]
    … ! The file has no column wallet: its first line names the columns, …
    ! "lable" is not an attribute of a row: did you mean label? … ! The file has the column label twice. …
    ! The file is not CSV: Quote Not Closed: … at line 2. … ! The file is not JSON: Unexpected token …
    ! The file is not JSON: Expected ',' … ! The file is JSON, but not an array of rows, such as [{"wallet": "0xTheAddress", …
    wallets.json ! The file is not JSON: Unexpected … [exit code 2] $`);
});

told('import takes semicolons or commas between cells, and passes over blank rows', async (session) => {
  await imported(
    session,
    `\ufeffwallet;chain;label;tokens\r\n;\r\n${treasury};eth;Bank, main;"${usdc},${exchange}"\r\n;\r\n ; \r\n`,
  );
  await imported(session, `wallet,label\n${exchange},Bank; main\n`);
  session.says(`1 of 1 rows written. # [ { chain: 'eth', label: 'Bank, main', tokens: Set(2) { '${exchange}', '${usdc}' }, …
    1 of 1 rows written. # [ { chain: 'eth', label: 'Bank; main', wallet: '${exchange}' }, {`);
});

told("import reads spreadsheets' amounts, and asks if one is ambiguous", async ({ type, note, says }) => {
  for (const [cell, delimiter] of [
    ['1.000,50', ';'],
    ['0,5', ';'],
    ['1.000.000', ';'],
    ['"1,000.50"', ','],
    ['"1.000,50"', ','],
    ['0.125', ','],
    ['1.000', ';'],
    ['2,500', '\t'],
    ['0,500', ';'],
  ] as const) {
    await type('import - --force --json', `wallet${delimiter}minAmount\n${treasury}${delimiter}${cell}\n`);
    note([cell, (await line.rows())[0]?.minAmount]);
  }
  says(`Mind that minAmount=1000.50 counts units of every token: …
    # [ '1.000,50', '1000.50' ] … # [ '0,5', '0.5' ] … # [ '1.000.000', '1000000' ] … # [ '"1,000.50"', '1000.50' ]
    … # [ '"1.000,50"', '1000.50' ] … # [ '0.125', '0.125' ] … "problems": [ { "where": "line 2", "problem": "minAmount: …
    ! line 2: minAmount: "1.000" may be 1000 or 1: write one of these. … # [ '1.000', '0.125' ]
    … ! line 2: minAmount: "2,500" may be 2500 or 2.5: write one of these. … # [ '2,500', '0.125' ] … # [ '0,500', '0.500' ] $`);
});

told("import reads Excel's files: Windows-1252, UTF-16 with tabs, a named separator", async (session) => {
  const [head, row] = ['wallet;label\r\n', `${treasury};L\u00f6hne\r\n`];
  await imported(session, Buffer.from(head + row, 'latin1'));
  await imported(session, Buffer.from(`\ufeff${head}${row}`.replaceAll(';', '\t'), 'utf16le'), ' --force');
  await imported(session, `\ufeffsep=;\r\n${head}${row}`, ' --force');
  session.says(`1 of 1 rows written. # [ { chain: 'eth', label: 'L\u00f6hne', … written. # [ { chain: 'eth', label: 'L\u00f6hne', …
    written. # [ { chain: 'eth', label: 'L\u00f6hne',`);
});

told('import takes what spreadsheets call columns, unless a column has the own name', async (session) => {
  const { type, says } = session;
  for (const head of [
    'Wallet Address,Network,NAME,Notes',
    'address,chain,label,notes',
    'wallet,chain,Label,Name',
  ])
    await imported(session, `${head}\n${exchange},polygon,Desk,Ann\n`, ' --force');
  await type('contacts import -', `Account,Contact,Tag\n${exchange},Desk,eu\n`);
  await type('contacts list');
  says(`# [ { Notes: 'Ann', chain: 'polygon', label: 'Desk', wallet: '${exchange}' } ] …
    # [ { chain: 'polygon', label: 'Desk', notes: 'Ann', … # [ { Name: 'Ann', chain: 'polygon', label: 'Desk', …
    1 of 1 contacts written. $ … Address Name Tags ${checksumAddress(exchange)} Desk eu $`);
});

told('import ignores columns without a name, unless a cell in one has a value', async (session) => {
  await imported(
    session,
    `wallet,,chain,label,,\n${exchange},,eth,Desk,,\n${treasury},,eth,Bank,,,,\n${usdc},,eth,Coin,,mine\n`,
  );
  await session.type('contacts import -', `address,name,,\n${usdc},Circle,,\n`);
  session.says(`2 of 3 rows written, 1 unreadable. ! line 4: its cell 6, "mine", has no column name [exit code 1]
    # [ { chain: 'eth', label: 'Desk', wallet: '${exchange}' }, { chain: 'eth', label: 'Bank', wallet: '${treasury}' } ]
    … 1 of 1 contacts written. $`);
});

told('an export comes back the same on import', async ({ type, note, says }) => {
  const hostile = { label: '=HYPERLINK("http://x")', note: "'=1+1", tags: ['-a', '@b,c'] };
  await line.putRow({ wallet: walletOf(1), chain: 'eth', ...hostile });
  await line.putRow({
    wallet: walletOf(2),
    chain: 'eth',
    label: '+49 "30"\nx',
    paused: true,
    tokens: new Set([usdc]),
  });
  const before = await stored();
  note(before);
  for (const form of ['', ' --json']) {
    const file = await type(`export${form}`);
    for (const n of [1, 2]) await line.run(['remove', walletOf(n)]);
    await type('import -', file);
    expect(await stored()).toEqual(before);
  }
  says(`label: '=HYPERLINK("http://x")', … wallet,chain,label,tokens,paused,tags,note
    ${walletOf(1)},eth,"'=HYPERLINK(""http://x"")",,,"[""-a"",""@b,c""]",''=1+1
    ${walletOf(2)},eth,"'+49 ""30"" x",${usdc},true,, $ … 2 of 2 rows written. $
    … "tags": [ "-a", "@b,c" ], "note": "'=1+1" }, { … "tokens": [ "${usdc}" ], "paused": true } ] $ … 2 of 2 rows written. $`);
});

it('an export keeps a tag with a comma whole, also in a string set of the console', async () => {
  await line.putRow({ wallet: walletOf(1), chain: 'eth', tags: new Set(['eu,west', 'cold']) });
  const { stdout } = await line.run(['export']);
  await line.run(['import', scratchFile(stdout), '--force']);
  expect(await stored()).toEqual([{ wallet: walletOf(1), chain: 'eth', tags: ['cold', 'eu,west'] }]);
});

it('an export can be imported if people spelt the name of an attribute in several ways', async () => {
  await line.putRow({ wallet: walletOf(1), chain: 'eth', Min_Amount: '6', minamount: '6' });
  await line.putRow({ wallet: walletOf(2), chain: 'eth', minAmount: '7', note: 'x' });
  for (const form of [['export'], ['export', '--json']]) {
    const { stdout } = await line.run(form);
    const { code } = await line.run(['import', scratchFile(stdout), '--force']);
    expect(code).toBe(0);
  }
  expect(await stored()).toEqual([
    { wallet: walletOf(1), chain: 'eth', minAmount: '6' },
    { wallet: walletOf(2), chain: 'eth', minAmount: '7', note: 'x' },
  ]);
});

told('an export sends nothing to a terminal that it would act upon', async ({ type, says }) => {
  await line.putRow({ wallet: treasury, chain: 'eth', label: 'Trea\u001b[2Jsury' });
  await type('export', '', true);
  says('wallet,chain,label 0xd8da6bf26964af9d7eed9e03e53415d37aa96045,eth,Trea?[2Jsury $');
});

told('an export gives no spreadsheet a formula', async ({ type, says }) => {
  await line.putRow({
    wallet: treasury,
    chain: 'eth',
    label: '=1',
    minAmount: '+5',
    tags: '-2',
    '@x': '\t=2',
  });
  for (const cell of (await type('export')).split(/[\n,]/)) expect(cell).not.toMatch(/^"?[=+\-@\t\r]/);
  says(`wallet,chain,label,minAmount,tags,'@x ${treasury},eth,'=1,'+5,'-2,'\\u0009=2 $`);
});

it("a cell's text reads back unchanged", () => {
  const cells = ['=', "'=", "''=", "'", "'x", '-1', '@a', '\u00e9', '"', 'a,b', 'a\nb', '\uff1dx'];
  expect(readCsv(writeCsv(['a'], [cells]))[1]?.cells).toEqual(cells);
});
