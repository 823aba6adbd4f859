import { describe, expect, it } from 'vitest';
import type { Alert, TransferAlert } from '../../functions/alert/alert.ts';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import type { NewRow, RowStatus } from '../../functions/state/row.ts';
import {
  approvalAlert,
  balanceAlert,
  controlAlert,
  digestAlert,
  exchange,
  imitation,
  lure,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  treasury,
  unreadableAlert,
  usdc,
  watchOf,
} from '../support/alerts.ts';
import { useCommandLine } from '../support/command-line.ts';
import { historyRow, historyTable } from '../support/history-row.ts';

const line = useCommandLine();
const address = checksumAddress(parseAddress(treasury));

/** An alert of a block of its own, the token's name hostile. */
function alertAt(block: number, over: Partial<TransferAlert> = {}): TransferAlert {
  const alert = transferAlert();
  const token = { ...alert.transfer.token, name: 'Gift\u001b[2J\u202e', symbol: 'G\u009b31mIFT' };
  const transfer = { ...alert.transfer, token, blockNumber: block };
  return { ...alert, id: `id-${block}`, transfer, ...over };
}

async function putRows(rows: readonly NewRow[], batch = 7): Promise<void> {
  await historyTable(line.aws).put(watchOf(), batch, rows);
}

async function put(alerts: readonly Alert[], status: RowStatus): Promise<void> {
  await putRows(alerts.map((alert) => historyRow(alert, status)));
}

/** The transfer of `transferAlert`, or one that differs in this, under an id of its own. */
function moved(id: string, over: Partial<TransferAlert['transfer']> = {}): TransferAlert {
  const { transfer, ...rest } = transferAlert();
  return { ...rest, id, transfer: { ...transfer, ...over } };
}

const worthOf = (amount: string) => ({ amount, price: '1', at: '2026-01-02T03:04:05.000Z', confidence: 1 });

/** The ids that a line lists, in its order. */
const idsOf = async (...argv: string[]) => [...(await line.run(argv)).stdout.matchAll(/id-\d/g)].map(String);

const spam = alertAt(7, { verdict: { ...lure, reasons: [...lure.reasons] } });

describe('chainbell history and chainbell hidden', () => {
  it('list what was reported, the newest block first, and nothing of it acts upon the terminal', async () => {
    await put([alertAt(5), alertAt(6)], 'told');
    await put([spam], 'hidden');
    const { code, stdout, stderr } = await line.run(['history', address]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toMatch(/[^\P{C}\n]/u);
    expect(stdout).toMatch(/^Seen +Severity +Alert +Id\n/);
    expect([...stdout.matchAll(/id-\d/g)].map(String)).toEqual(['id-6', 'id-5']);
    const { stdout: one } = await line.run(['history', address, '--limit', '1', '--json']);
    expect(one).not.toMatch(/[^\P{C}\n]/u);
    expect(JSON.parse(one)).toEqual([alertAt(6)]);
  });

  it('list what a digest reports, and not what the chain dropped before that', async () => {
    await put([alertAt(5), alertAt(6)], 'waiting');
    await putRows([{ ...historyRow(alertAt(6), 'dropped'), alert: null }], 8);
    expect(await idsOf('history', address)).toEqual(['id-5']);
  });

  it('are CSV for whoever keeps the books, without what the chain took back', async () => {
    const at = (block: number, blockTimestamp: string, over: Partial<TransferAlert['transfer']> = {}) =>
      moved(`id-${block}`, { blockNumber: block, blockTimestamp, ...over });
    const worth = { amount: '12498', price: '0.9998', at: '2026-01-02T03:04:05.000Z', confidence: 0.99 };
    const payee = { address: exchange, label: '=evil', contact: 'Supplier' };
    const paid = at(7, '2026-01-31T23:59:59.000Z', { direction: 'out', usd: worth, to: payee });
    const gone = at(5, '2026-01-15T00:00:00.000Z');
    const fake = { ...gone.transfer.token, address: treasury, verified: null };
    const alerts = [
      at(3, '2025-12-31T23:59:59.000Z'),
      at(4, '2026-01-01T00:00:00.000Z'),
      gone,
      at(6, '2026-01-20T00:00:00.000Z', { token: fake }),
      paid,
      at(8, '2026-02-01T00:00:00.000Z'),
    ];
    await put(alerts, 'told');
    const { reverts, ...reverted } = revertedAlert();
    await put([{ ...reverted, reverts: gone.id, transfer: gone.transfer }], 'reverted');
    const days = ['--since', '2026-01-01', '--until', '2026-01-31'];
    const { code, stdout } = await line.run(['history', address, '--csv', ...days]);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect([code, head]).toEqual([
      0,
      'date,wallet,chain,direction,amount,token,contract,usd,counterparty,counterpartyAddress,transaction,walletAddress,severity,type,id',
    ]);
    const [usdcAt, other] = [checksumAddress(usdc), checksumAddress(exchange)];
    const hash = paid.transfer.transactionHash;
    expect(rows).toEqual([
      `2026-01-31 23:59:59,Treasury,eth,out,12500.5,USDC,${usdcAt},12498,Supplier,${other},${hash},${address},${paid.severity},${paid.type},${paid.id}`,
      `2026-01-20 00:00:00,Treasury,eth,in,12500.5,USDC (not the known USDC) (unverified),${address},,,${other},${hash},${address},info,transfer.received,id-6`,
      `2026-01-01 00:00:00,Treasury,eth,in,12500.5,USDC,${usdcAt},,Binance 14,${other},${hash},${address},info,transfer.received,id-4`,
    ]);
    const wrong = await line.run(['history', address, '--since', 'October']);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('--since: "October" is no day') });
  });

  it('are of all watched wallets if none is named, the newest first', async () => {
    const [ops, gone] = [parseAddress(usdc), parseAddress(exchange)];
    await line.putRow({ wallet: treasury, chain: 'eth', label: 'Treasury' });
    await line.putRow({ wallet: ops, chain: 'polygon', minAmount: 'ten' });
    const at = (hour: number) => `2026-01-02T0${hour}:00:00.000Z`;
    const told = (id: string, hour: number) => historyRow(moved(id, { blockTimestamp: at(hour) }), 'told');
    const polygon = findChain('polygon');
    await putRows([told('id-1', 1), told('id-3', 3)]);
    const history = historyTable(line.aws);
    await history.put({ ...watchOf(), wallet: ops, chain: polygon }, 7, [told('id-2', 2), told('id-4', 4)]);
    await history.put({ ...watchOf(), wallet: gone }, 7, [told('id-5', 5)]);
    expect(await idsOf('history')).toEqual(['id-4', 'id-3', 'id-2', 'id-1']);
    expect(await idsOf('history', '--limit', '3')).toEqual(['id-4', 'id-3', 'id-2']);
    expect(await idsOf('history', '--chain', 'eth')).toEqual(['id-3', 'id-1']);
    expect((await line.run(['history', '--csv'])).stdout.trimEnd().split('\n')).toHaveLength(5);
    expect((await line.run(['history', '--chain', 'bsc'])).stdout).toBe(
      'No wallet is watched on bsc: chainbell add 0xYourWallet watches one.\n',
    );
  });

  it('are of transfers to or from a contact, a watched wallet or an address', async () => {
    const side = (text: string) => ({ address: parseAddress(text), label: null, contact: null });
    const between = (id: string, from: string, to: string) => moved(id, { from: side(from), to: side(to) });
    const second = `0x${'5'.repeat(40)}`;
    await put([between('id-1', treasury, exchange), between('id-2', exchange, treasury)], 'told');
    await put([between('id-3', treasury, second), between('id-4', treasury, usdc)], 'told');
    await put([approvalAlert()], 'message');
    await line.putRow({ wallet: treasury, chain: 'eth', label: 'Our Treasury' });
    for (const [of, name] of [
      [exchange, 'Supplier'],
      [second, 'supplier'],
    ] as const)
      await line.run(['contacts', 'add', of, name]);
    const ids = async (...args: string[]) => (await idsOf('history', ...args)).sort();
    expect(await ids('--to', 'SUPPLIER')).toEqual(['id-1', 'id-3']);
    expect(await ids(address, '--from', checksumAddress(parseAddress(exchange)))).toEqual(['id-2']);
    expect(await ids('--from', 'our treasury', '--to', usdc)).toEqual(['id-4']);
    expect(await line.run(['history', '--to', 'Suplier'])).toMatchObject({
      code: 2,
      stderr: '--to: no contact or watched wallet is called "Suplier": did you mean Supplier?\n',
    });
    expect(await line.run(['history', '--to', '0x12'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--to: "0x12" is not an address/),
    });
  });

  it('are summed exactly by token and direction, with the amount whose worth is unknown', async () => {
    const sum = (amount: string, value: string, worth: string | null = null) =>
      ({ amount, value, usd: worth === null ? null : worthOf(worth) }) as const;
    const gone = moved('id-4', sum('7', '7000000'));
    const { reverts, ...reverted } = revertedAlert();
    const sent = [
      moved('id-1', { direction: 'out', ...sum('0.1', '100000', '0.1') }),
      moved('id-2', { direction: 'out', ...sum('1234.200001', '1234200001', '1234.21') }),
      moved('id-3', { direction: 'out', ...sum('5', '5000000') }),
    ];
    await put([...sent, gone, moved('id-5', sum('8', '8000000'))], 'told');
    await put([{ ...reverted, reverts: gone.id, transfer: gone.transfer }], 'reverted');
    const { stdout } = await line.run(['history', address, '--sum']);
    expect(stdout.split('\n').map((row) => row.split(/ {2,}/))).toEqual([
      ['Direction', 'Token', 'Chain', 'Transfers', 'Amount', 'USD'],
      ['out', 'USDC', 'eth', '3', '1,239.300001', '1,234.31 and 1 of unknown worth'],
      ['in', 'USDC', 'eth', '1', '8', '1 of unknown worth'],
      [''],
    ]);
    expect((await line.run(['history', address, '--sum', '--csv'])).stdout).toMatch(
      /^direction,token,contract,chain,transfers,amount,usd,withoutUsd\nout,USDC,0x\w+,eth,3,1239.300001,1234.31,1\n.*\n$/,
    );
    const [out] = JSON.parse((await line.run(['history', address, '--sum', '--json'])).stdout);
    expect(out).toMatchObject({ direction: 'out', transfers: 3, amount: '1239.300001', withoutUsd: 1 });
  });

  it('come to sums in the order of --largest: by their worth, and last those without any known worth', async () => {
    const sent = (n: number, symbol: string, amount: string, worth: string | null) =>
      moved(`id-${n}`, {
        blockNumber: n,
        token: { ...transferAlert().transfer.token, symbol, address: parseAddress(`0x${`${n}`.repeat(40)}`) },
        amount,
        usd: worth === null ? null : worthOf(worth),
      });
    await put(
      [sent(9, 'WETH', '90', null), sent(8, 'DAI', '9.5', '9.5'), sent(7, 'EURC', '10', '11')],
      'told',
    );
    const tokens = async (...more: string[]) => {
      const { stdout } = await line.run(['history', address, '--sum', '--json', ...more]);
      return JSON.parse(stdout).map(({ token }: { token: string }) => token.split(' ')[0]);
    };
    expect(await tokens()).toEqual(['EURC', 'DAI', 'WETH']);
    expect(await tokens('--largest')).toEqual(['EURC', 'DAI', 'WETH']);
  });

  it('are CSV or JSON: of both none is printed, and the failure is JSON', async () => {
    const reason = 'Output is CSV or JSON: leave out --csv or --json.';
    const { code, stdout, stderr } = await line.run(['history', address, '--csv', '--json']);
    expect({ code, stderr, ...JSON.parse(stdout) }).toEqual({
      code: 2,
      stderr: `${reason}\n`,
      error: reason,
      exitCode: 2,
    });
  });

  it('say in the books that a receiver imitates a contact', async () => {
    const to = { address: imitation, label: null, contact: null };
    const seen = { lastPaidAt: '2026-01-01T00:00:00.000Z', samePrefix: 4, sameSuffix: 4 };
    const lookalike = { ...seen, address: imitation, imitates: exchange, contact: 'Supplier' };
    await put([{ ...moved('id-1', { direction: 'out', to }), lookalike }], 'told');
    const { stdout } = await line.run(['history', address, '--csv']);
    expect(stdout).toContain(`,(imitates Supplier),${checksumAddress(imitation)},`);
  });

  it('say which options left nothing, and refuse a span that ends before it begins', async () => {
    await put([alertAt(5)], 'told');
    const days = ['--since', '2027-01-01', '--until', '2027-01-31'];
    expect((await line.run(['history', address, ...days])).stdout).toBe(
      `History has no alert of ${address} on eth (--since, --until).\n`,
    );
    expect(await line.run(['history', address, '--since', '2026-02-01', '--until', '2026-01-01'])).toEqual({
      code: 2,
      stdout: '',
      stderr: '--until 2026-01-01 is before --since 2026-02-01: no day is in between.\n',
    });
  });

  it('end reasons that are longer than a cell with …', async () => {
    const reasons = [1, 2, 3].map((n) => ({ rule: 'lure', detail: `${n} ${'why '.repeat(70)}end.` }));
    await put([alertAt(8, { verdict: { spam: true, score: 9, reasons } })], 'hidden');
    const { stdout } = await line.run(['hidden', address]);
    expect(stdout.trimEnd()).toMatch(/ w?h?y?…$/m);
    expect(stdout).toContain('1 why');
  });

  it('list what was hidden, with the reasons', async () => {
    await put([spam], 'hidden');
    const { stdout } = await line.run(['hidden', address]);
    expect(stdout).toMatch(/^Seen +Alert +Id +Why\n/);
    expect(stdout).toContain('id-7');
    expect(stdout).toContain(lure.reasons[0]?.detail);
    expect(stdout).not.toMatch(/[^\P{C}\n]/u);
    expect(JSON.parse((await line.run(['hidden', address, '--json'])).stdout)).toEqual([spam]);
  });

  it('list what was taken back like any alert, and neither digests nor what polls note for themselves', async () => {
    await put([alertAt(5)], 'told');
    await put([{ ...revertedAlert(), id: 'gone' }], 'reverted');
    await put([{ ...digestAlert(), id: 'digest' }], 'message');
    // A re-org has moved the first, and another poll told it again after its batch was abandoned.
    await putRows([{ ...historyRow(alertAt(6), 'told'), alert: null, alertAt: 'the first' }], 8);
    await putRows([{ ...historyRow(alertAt(7), 'told'), alert: alertAt(5) }], 9);
    await putRows([{ ...historyRow(alertAt(4), 'old'), alert: null }], 9);
    const { stdout } = await line.run(['history', address, '--json']);
    expect(JSON.parse(stdout).map(({ id }: Alert) => id)).toEqual(['gone', 'id-5']);
    expect((await line.run(['hidden', address, '--filtered', '--json'])).stdout).toBe('[]\n');
  });

  it('list what a node showed that is no transfer, in words', async () => {
    await put([approvalAlert(), balanceAlert(), controlAlert()], 'message');
    const { stdout } = await line.run(['history', address]);
    const words = [/approved all its USDC to 0x28C6\w+ Treasury/, /low 0\.05 ETH less than 0\.1/];
    for (const one of [...words, /control Treasury on eth now runs the code of contract 0x63c0/])
      expect(stdout).toMatch(one);
  });

  it('list entries of the API that could not be read, and what is below one without a block', async () => {
    const entry = { transactionHash: null, blockNumber: null, reason: 'value is missing' };
    await put([alertAt(6)], 'told');
    const row = historyRow(
      { ...unreadableAlert({ entry }), id: 'id-9', detectedAt: '2026-01-01T00:00:00.000Z' },
      'unreadable',
    );
    await putRows([{ ...row, place: { ...row.place, block: 9_999_999_999_999 } }]);
    await putRows([{ ...historyRow(unreadableAlert(), 'unreadable'), alert: null }], 8);
    const { stdout } = await line.run(['history', address]);
    expect(stdout).toMatch(/unreadable Treasury on eth value is missing +id-9/);
    expect(await idsOf('history', address)).toEqual(['id-9', 'id-6']);
    expect(await idsOf('history', address, '--since', '2026-01-02')).toEqual(['id-6']);
  });

  it('list the transfers of a month that stand below one whose time the API had wrong', async () => {
    const at = (block: number, blockTimestamp: string) =>
      moved(`id-${block}`, { blockNumber: block, blockTimestamp });
    await put([at(5, '2026-01-01T03:00:00.000Z'), at(6, '1970-01-01T00:00:00.000Z')], 'told');
    await put([at(7, '2026-01-02T03:00:00.000Z')], 'told');
    expect(await idsOf('history', address, '--since', '2026-01-01')).toEqual(['id-7', 'id-5']);
  });

  it('say that there are more than they list, and nothing of the kind if there are not', async () => {
    await put([alertAt(5), alertAt(6), alertAt(7)], 'told');
    const { stdout, stderr } = await line.run(['history', address, '--limit', '2']);
    expect([stdout.match(/id-\d/g), stderr]).toEqual([
      ['id-7', 'id-6'],
      'There are more than 2: --limit 20 shows more.\n',
    ]);
    expect(await line.run(['history', address, '--limit', '3'])).toMatchObject({ stderr: '' });
  });

  it('take the dots of a web address apart in CSV and sums too: a spreadsheet makes links of them', async () => {
    const token = { ...spam.transfer.token, address: treasury, symbol: 'claim-usdc.xyz' };
    await put([{ ...spam, transfer: { ...spam.transfer, token } }], 'hidden');
    for (const options of [[], ['--csv'], ['--sum'], ['--sum', '--csv']])
      expect((await line.run(['hidden', address, ...options])).stdout).toMatch(/claim-usdc\(\.\)xyz/);
  });

  it('list warnings of imitations, which are no transfers for the books', async () => {
    const warning = { ...poisoningAlert(), id: 'id-9' };
    await put([warning], 'message');
    await put([{ ...transferAlert({ transfer: { value: 0n } }), id: 'id-8' }], 'hidden');
    const { stdout } = await line.run(['history', address]);
    expect(stdout).toMatch(/poisoning 0x28c6\[0+f\]1d60 imitates .* id-9/);
    expect(await idsOf('hidden', address)).toEqual(['id-8']);
    expect((await line.run(['history', address, '--csv'])).stdout.split('\n')).toHaveLength(2);
    expect((await line.run(['history', address, '--sum', '--json'])).stdout).toBe('[]\n');
  });

  it("list what the row's filters left out only with --filtered, told apart from what is hidden", async () => {
    await put([alertAt(5)], 'told');
    await put([alertAt(6)], 'unwanted');
    await put([spam], 'hidden');
    expect(await idsOf('history', address)).toEqual(['id-5']);
    expect(await idsOf('hidden', address)).toEqual(['id-7']);
    expect(await idsOf('hidden', address, '--filtered')).toEqual(['id-7', 'id-6']);
    const { stdout } = await line.run(['hidden', address, '--filtered']);
    expect(stdout).toMatch(/id-6 +left out by the row's filters$/m);
    const { stdout: json } = await line.run(['hidden', address, '--filtered', '--json']);
    expect(JSON.parse(json)).toEqual([
      { status: 'hidden', ...spam },
      { status: 'unwanted', why: "left out by the row's filters", ...alertAt(6) },
    ]);
    expect(await line.run(['history', address, '--filtered'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('say in CSV too why a transfer was kept back', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', minAmount: '20000' });
    await put([alertAt(6)], 'unwanted');
    await put([spam], 'hidden');
    const { stdout } = await line.run(['hidden', address, '--filtered', '--csv']);
    const [head, first, second] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/,walletAddress,severity,type,id,why$/);
    expect(first).toContain(lure.reasons[0]?.detail);
    expect(second).toMatch(/,less than minAmount \(20000\)$/);
  });

  it('come with --largest by their worth, and with what has no known worth at the end', async () => {
    const worth = (blockNumber: number, amount: string | null) =>
      moved(`id-${blockNumber}`, { blockNumber, usd: amount === null ? null : worthOf(amount) });
    await put([worth(5, '9.5'), worth(6, null), worth(7, '10'), worth(8, '2')], 'told');
    await put([approvalAlert()], 'message');
    const largest = ['history', address, '--largest'];
    expect(await idsOf(...largest)).toEqual(['id-7', 'id-5', 'id-8', 'id-6']);
    expect(await idsOf(...largest, '--limit', '2')).toEqual(['id-7', 'id-5']);
  });

  it.each([
    [{ minAmount: '20000' }, 'less than minAmount \\(20000\\)'],
    [{ minAmount: '{"USDC": 13000}' }, 'less than minAmount \\(13000\\)'],
    [{ minUsd: '20000' }, 'worth less than minUsd \\(20000\\)'],
    [{ direction: 'out' }, 'direction is out'],
    [{ tokens: 'DAI' }, 'not in tokens'],
    [{ ignoreTokens: 'usdc' }, 'in ignoreTokens'],
    [{ watch: 'nft' }, 'not in watch'],
    [{}, "left out by the row's filters"],
  ])('say by which filter of the row %j a transfer was left out', async (attributes, why) => {
    await line.putRow({ wallet: treasury, chain: 'eth', ...attributes });
    await put([moved('id-6', { usd: worthOf('12500') })], 'unwanted');
    const { stdout } = await line.run(['hidden', address, '--filtered']);
    expect(stdout).toMatch(/ Why \(filters as they are now\)$/m);
    expect(stdout).toMatch(new RegExp(`id-6 +${why}$`, 'm'));
  });

  it.each([
    ['history', 'History has no alert of', ''],
    ['hidden', 'Nothing was hidden of', ' --filtered also shows what row filters left out.'],
  ])('%s says that there is nothing', async (name, none, more) => {
    expect((await line.run([name, address])).stdout).toBe(`${none} ${address} on eth.${more}\n`);
    expect((await line.run([name, address, '--json'])).stdout).toBe('[]\n');
  });
});

describe('chainbell trust', () => {
  it('adds the token of a hidden transfer to those that its wallet trusts', async () => {
    await put([spam], 'hidden');
    await line.putRow({ wallet: treasury, chain: 'eth', trust_tokens: `${exchange}`, label: 'Treasury' });
    const { code, stdout } = await line.run(['trust', 'id-7']);
    const token = spam.transfer.token.address ?? exchange;
    expect([code, stdout]).toEqual([
      0,
      `${checksumAddress(token)} is trusted for Treasury (${address}) on eth from now on.\n`,
    ]);
    expect((await line.run(['trust', 'id-7'])).stdout).toBe(
      `${checksumAddress(token)} is trusted for Treasury (${address}) on eth already.\n`,
    );
    expect(await line.rows()).toEqual([
      { wallet: treasury, chain: 'eth', label: 'Treasury', trustTokens: new Set([exchange, token].sort()) },
    ]);
  });

  it('takes a wallet and a token too, and says with --json what the row is then', async () => {
    await line.putRow({ wallet: treasury, chain: 'polygon' });
    const { stdout } = await line.run(['trust', address, usdc, '--chain', 'polygon', '--json']);
    expect(JSON.parse(stdout)).toEqual({ wallet: treasury, chain: 'polygon', trustTokens: [usdc] });
  });

  it('exits with 1 for an id or a wallet that is not there, and with 2 for what is no token', async () => {
    expect(await line.run(['trust', 'id-8'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no alert id-8/),
    });
    expect(await line.run(['trust', address, usdc])).toMatchObject({ code: 1, stdout: '' });
    expect(await line.run(['trust', address, '0x12'])).toMatchObject({ code: 2, stdout: '' });
  });
});
