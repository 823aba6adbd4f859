import { describe, expect, it } from 'vitest';
import { checksumAddress } from '../../functions/chain/address.ts';
import { readCsv, writeCsv } from '../../lib/cli/bulk/csv.ts';
import { exchange, treasury, usdc } from '../support/alerts.ts';
import { useCommandLine } from '../support/command-line.ts';
import { scratchFile } from '../support/scratch-folder.ts';
import { expectRefusal } from './chainbell.ts';

const line = useCommandLine();
const walletOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

describe('chainbell import', () => {
  it('writes the rows of a CSV file, as the functions read them', async () => {
    const file = scratchFile(
      `\ufeffWallet,chain,Label,min-amount,tokens,note\r\n${checksumAddress(treasury)},Ethereum,"Bank, main",0.10,"${usdc},${exchange}",mine\r\n${exchange},,,,,\r\n`,
    );
    expect(await line.run(['import', file, '--chain', 'polygon'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^2 of 2 rows written\.\nMind that minAmount=0\.10 counts units of any/),
      stderr: '',
    });
    expect((await line.rows()).toSorted((a, b) => (a.chain < b.chain ? -1 : 1))).toEqual([
      {
        wallet: treasury,
        chain: 'eth',
        label: 'Bank, main',
        minAmount: '0.10',
        tokens: new Set([usdc, exchange].sort()),
        note: 'mine',
      },
      { wallet: exchange, chain: 'polygon' },
    ]);
  });

  it('names each row that it can not read by its line, writes the others and exits with 1', async () => {
    const file = scratchFile(
      `wallet,chain,every\n${treasury},eth,often\n\n0x12,eth,\n${exchange},moon,\n${exchange},optimsm,\n${exchange},eth,1m\n${exchange},0x1,5m\n${usdc},eth,1m,2,3\n`,
    );
    const { code, stdout, stderr } = await line.run(['import', file]);
    expect([code, stdout]).toEqual([1, '1 of 7 rows written, 6 unreadable.\n']);
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^line 2: every: "often" is no interval/),
      expect.stringMatching(/^line 4: "0x12" is not an address/),
      expect.stringMatching(/^line 5: "moon" is not a known chain/),
      'line 6: "optimsm" is not a known chain: did you mean optimism?',
      'line 8: the same wallet and chain as line 7',
      'line 9: it has 5 cells, and there are 3 columns',
      '',
    ]);
    expect(await line.rows()).toEqual([{ wallet: exchange, chain: 'eth', every: '1m' }]);
  });

  it('writes each row of a file of some hundreds', async () => {
    const wallets = Array.from({ length: 205 }, (_, n) => walletOf(n + 1));
    const { stdout } = await line.run(['import', '-'], ['wallet', ...wallets].join('\n'));
    expect(stdout).toBe('205 of 205 rows written.\n');
    expect((await line.rows()).map(({ wallet }) => wallet).sort()).toEqual(wallets);
  });

  it('says that rows are written only once the table has taken them', async () => {
    line.refuse('dynamodb:BatchWriteItem');
    const { code, stdout } = await line.run(['import', '-'], `wallet\n${treasury}\n`);
    expect([code, stdout]).toEqual([2, '']);
  });

  it('writes nothing at a dry run, and says what it would', async () => {
    const file = scratchFile(`wallet\n${treasury}\n`);
    const { stdout } = await line.run(['import', file, '--dry-run', '--json']);
    const none = { written: 0, alreadyThere: 0, unreadable: 0, problems: [] };
    expect(JSON.parse(stdout)).toEqual({ rows: 1, dryRun: true, ...none });
    expect(await line.rows()).toEqual([]);
  });

  it('rehearses without a region too, and says what it could not look at', async () => {
    line.answer('cloudformation:DescribeStacks', () => {
      throw new Error('Region is missing');
    });
    expect(await line.run(['import', '-', '--dry-run'], `wallet\n${treasury}\n`)).toEqual({
      code: 0,
      stdout: 'Dry run: 1 of 1 rows can be read.\n',
      stderr:
        'Which of them are watched already was not looked at. There is no region: give --region, or set AWS_REGION.\n',
    });
  });

  it('leaves rows alone that are there, however they are spelt, and replaces them with --force', async () => {
    const row = { wallet: checksumAddress(treasury), chain: 'Ethereum', label: 'old' };
    await line.putRow(row);
    const json = JSON.stringify([
      { wallet: treasury, chain: '0x1', label: 'new', minAmount: 0.1, tags: ['a,b'] },
    ]);
    expect((await line.run(['import', '-'], json)).stdout).toBe('0 of 1 rows written, 1 watched already.\n');
    expect(await line.rows()).toEqual([row]);
    expect((await line.run(['import', '-', '--force'], json)).code).toBe(0);
    expect(await line.rows()).toEqual([{ ...row, label: 'new', minAmount: '0.1', tags: ['a,b'] }]);
  });

  it('sends again what DynamoDB leaves of a batch', async () => {
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

  it('says in a sentence that the table is throttled, and that the same file may be imported again', async () => {
    line.answer('dynamodb:BatchWriteItem', ({ RequestItems }) => ({
      UnprocessedItems: RequestItems as object,
    }));
    const { code, stdout, stderr } = await line.run(['import', '-'], `wallet\n${treasury}\n`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      'DynamoDB left rows of the Watchlist unwritten: its table is throttled. Try again in some minutes.\n',
    );
  });

  it.each([
    ['', /The file is empty/],
    ['label\nx\n', /no column wallet/],
    ['wallet,lable\nx,y\n', /"lable" is no attribute of a row: did you mean label\?/],
    ['wallet,label,Label\nx,y,z\n', /The column label is there twice/],
    ['wallet,label\nx,"y\n', /The file is no CSV/],
    ['[{"wallet": }]', /The file is no JSON/],
    ['{"wallet": "0x12"', /^The file is no JSON: /],
    ['{"wallet": "0x12"}', /^The file is JSON, but no array of rows, such as \[\{"wallet": /],
  ])('takes nothing of %j and says why', async (input, said) => {
    expectRefusal(await line.run(['import', '-'], input), said);
  });

  it('takes semicolons between cells, as spreadsheets of half of Europe put them', async () => {
    const file = scratchFile(
      `\ufeffwallet;chain;label;tokens\r\n${treasury};eth;Bank, main;"${usdc},${exchange}"\r\n`,
    );
    expect(await line.run(['import', file])).toEqual({
      code: 0,
      stdout: '1 of 1 rows written.\n',
      stderr: '',
    });
    expect(await line.rows()).toEqual([
      { wallet: treasury, chain: 'eth', label: 'Bank, main', tokens: new Set([usdc, exchange].sort()) },
    ]);
    const commas = scratchFile(`wallet,label\n${exchange},Bank; main\n`);
    expect((await line.run(['import', commas])).code).toBe(0);
    expect((await line.rows()).map(({ label }) => label)).toContain('Bank; main');
  });

  it.each([
    ['1.000,50', ';', '1000.50'],
    ['0,5', ';', '0.5'],
    ['1.000.000', ';', '1000000'],
    ['"1,000.50"', ',', '1000.50'],
    ['"1.000,50"', ',', '1000.50'],
    ['0.125', ',', '0.125'],
  ])('reads the amount %s between %s as %s', async (cell, delimiter, minAmount) => {
    const file = `${['wallet', 'minAmount'].join(delimiter)}\n${[treasury, cell].join(delimiter)}\n`;
    expect((await line.run(['import', '-'], file)).code).toBe(0);
    expect(await line.rows()).toEqual([{ wallet: treasury, chain: 'eth', minAmount }]);
  });

  it.each([
    ['Windows-1252', Buffer.from(`wallet;label\r\n${treasury};L\u00f6hne\r\n`, 'latin1')],
    ['UTF-16, with tabs', Buffer.from(`\ufeffwallet\tlabel\r\n${treasury}\tL\u00f6hne\r\n`, 'utf16le')],
    [
      'UTF-8, behind a line that names the separator',
      `\ufeffsep=;\r\nwallet;label\r\n${treasury};L\u00f6hne\r\n`,
    ],
  ])('reads a file of Excel in %s', async (_, file) => {
    expect(await line.run(['import', scratchFile(file)])).toMatchObject({ code: 0, stderr: '' });
    expect(await line.rows()).toEqual([{ wallet: treasury, chain: 'eth', label: 'L\u00f6hne' }]);
  });

  it('asks for a clear amount if a point may part thousands or decimals', async () => {
    const { code, stderr } = await line.run(['import', '-'], `wallet;minAmount\n${treasury};1.000\n`);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^line 2: minAmount: "1\.000" is a thousand to some/),
    ]);
    expect(await line.rows()).toEqual([]);
  });

  it.each([
    ['Wallet Address,Network,NAME,Notes', { chain: 'polygon', label: 'Desk', Notes: 'Ann' }],
    ['address,chain,label,notes', { chain: 'polygon', label: 'Desk', notes: 'Ann' }],
    ['wallet,chain,Label,Name', { chain: 'polygon', label: 'Desk', Name: 'Ann' }],
  ])('takes the headings %s', async (head, attributes) => {
    await line.run(['import', '-'], `${head}\n${exchange},polygon,Desk,Ann\n`);
    expect(await line.rows()).toContainEqual({ wallet: exchange, ...attributes });
  });

  it('takes the same headings for contacts', async () => {
    await line.run(['contacts', 'import', '-'], `Account,Contact,Tag\n${exchange},Desk,eu\n`);
    const { stdout } = await line.run(['contacts', 'list', '--json']);
    expect(JSON.parse(stdout)).toEqual([{ address: exchange, name: 'Desk', tags: ['eu'] }]);
  });

  it('passes over the blank rows that spreadsheets leave', async () => {
    const { code, stdout } = await line.run(['import', '-'], `wallet;label\n;\n${treasury};x\n;\n ; \n`);
    expect([code, stdout]).toEqual([0, '1 of 1 rows written.\n']);
  });

  it('says of a broken file that is called .json that it is no JSON', async () => {
    const file = scratchFile('"wallet": "0x12"', 'wallets.json');
    expectRefusal(await line.run(['import', file]), /^The file is no JSON: /);
  });
});

describe('chainbell export', () => {
  it.each([
    ['as CSV', []],
    ['as JSON', ['--json']],
  ])('comes back the same on import, %s', async (_, form) => {
    const rows = [
      {
        wallet: walletOf(1),
        chain: 'eth',
        label: '=HYPERLINK("http://x")',
        note: "'=1+1",
        tags: ['-a', '@b,c'],
      },
      { wallet: walletOf(2), chain: 'eth', label: '+49 "30"\nx', paused: true, tokens: new Set([usdc]) },
    ];
    for (const row of rows) await line.putRow(row);
    const { code, stdout, stderr } = await line.run(['export', ...form]);
    expect([code, stderr]).toEqual([0, '']);
    for (const { wallet } of rows) await line.run(['remove', wallet]);
    expect((await line.run(['import', '-'], stdout)).stdout).toBe('2 of 2 rows written.\n');
    expect((await line.rows()).toSorted((a, b) => (a.wallet < b.wallet ? -1 : 1))).toEqual(rows);
  });

  it('sends nothing to a terminal that it would act upon', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', label: 'Trea\u001b[2Jsury' });
    expect((await line.run(['export'], '', true)).stdout).toBe(
      `wallet,chain,label\n${treasury},eth,Trea?[2Jsury\n`,
    );
  });

  it('gives no spreadsheet a formula', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', label: '=1', minAmount: '+5', '@x': '\t=2' });
    const cells = (await line.run(['export'])).stdout.split(/[\n,]/);
    expect(cells).toContain("'=1");
    for (const cell of cells) expect(cell).not.toMatch(/^"?[=+\-@\t\r]/);
  });

  it('reads back every text of a cell', () => {
    const cells = ['=', "'=", "''=", "'", "'x", '-1', '@a', '\u00e9', '"', 'a,b', 'a\nb', '\uff1dx'];
    expect(readCsv(writeCsv(['a'], [cells]))[1]?.cells).toEqual(cells);
  });
});
