import { expect, it } from 'vitest';
import type { Alert, TransferAlert } from '../../../functions/alert/alert.ts';
import { adviceOf } from '../../../functions/alert/text/advice.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import type { NewRow, RowStatus } from '../../../functions/state/ledger-row.ts';
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
} from '../../support/alerts.ts';
import { useCommandLine } from '../../support/command-line.ts';
import { historyRow, historyTable } from '../../support/history-row.ts';
import { type Script, transcripts } from '../transcript.ts';

const line = useCommandLine();
const told = transcripts(line);

type Transfer = TransferAlert['transfer'];

/** The transfer of `transferAlert` with these changes, under an id of its own. */
function moved(n: number, over: Partial<Transfer> = {}, rest: Partial<TransferAlert> = {}): TransferAlert {
  const alert = transferAlert();
  return { ...alert, id: `id-${n}`, transfer: { ...alert.transfer, blockNumber: n, ...over }, ...rest };
}

const hostileToken = {
  ...transferAlert().transfer.token,
  name: 'Gift\u001b[2J\u202e',
  symbol: 'G\u009b31mIFT',
};
const gift = (n: number, rest: Partial<TransferAlert> = {}) => moved(n, { token: hostileToken }, rest);
const spam = gift(7, { verdict: { ...lure, reasons: [...lure.reasons] } });
const at2026 = { at: '2026-01-02T03:04:05.000Z' };
/** A price with this worth in dollars. */
const usd = (amount: string) => ({ ...at2026, amount, price: '1', confidence: 1 });
const side = (text: string, more = {}) => ({
  address: parseAddress(text),
  label: null,
  contact: null,
  ...more,
});
const revertOf = ({ id, transfer }: TransferAlert) => ({ ...revertedAlert(), reverts: id, transfer });

const putRows = (rows: readonly NewRow[], batch = 7) => historyTable(line.aws).put(watchOf(), batch, rows);
const put = (status: RowStatus, ...alerts: readonly Alert[]) =>
  putRows(alerts.map((alert) => historyRow(alert, status)));

told('history lists what was reported, newest first; hidden the rest, with why', async ({ type, says }) => {
  await put('told', gift(5), gift(6));
  await put('hidden', spam);
  await type(`history ${treasury}`);
  await type(`history ${treasury} --limit 1`);
  await type(`history ${treasury} --limit 1 --json`);
  await type(`hidden ${treasury}`);
  await type(`hidden ${treasury} --json`);
  says(`Seen Severity Alert Id 2026-01-02 03:04 info in 12,500.5 G31mIFT Treasury from "Binance 14" (…) on eth id-6
    2026-01-02 03:04 info in 12,500.5 G31mIFT … id-5 $
    … id-6 ! There are more than 1: --limit 10 shows more. $ … --json [ { "version": 1, "id": "id-6", … "marked": true … } ] $
    … Seen Alert Id Why 2026-01-02 03:04 in 12,500.5 G31mIFT Treasury … (likely spam) id-7
    The name holds a web address: claim.xyz. The name speaks like a lure: claim. $ … --json [ { … "id": "id-7", … } ] $`);
});

told('both say that there is nothing', async ({ type, says }) => {
  for (const name of ['history', 'hidden'])
    for (const option of ['', ' --json']) await type(`${name} ${treasury}${option}`);
  says(`History has no alert of 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on eth. $ … --json [] $
    … Nothing was hidden of … on eth. --filtered also shows what row filters left out. $ … --json [] $`);
});

told('a digest is listed as its transfers, without those dropped before it', async ({ type, says }) => {
  await put('waiting', gift(5), gift(6));
  await putRows([{ ...historyRow(gift(5), 'dropped'), alert: null }], 8);
  await type(`history ${treasury}`);
  says('Id 2026-01-02 03:04 info in 12,500.5 … on eth id-6 $');
});

told('history prints CSV of the given days, without what was taken back', async ({ type, says }) => {
  const at = (n: number, blockTimestamp: string, over: Partial<Transfer> = {}) =>
    moved(n, { blockTimestamp: `${blockTimestamp}.000Z`, ...over });
  const to = side(exchange, { label: '=evil', contact: 'Supplier' });
  const gone = at(5, '2026-01-15T00:00:00');
  const fake = { ...gone.transfer.token, address: treasury, verified: null };
  await put(
    'told',
    at(3, '2025-12-31T23:59:59'),
    at(4, '2026-01-01T00:00:00'),
    gone,
    at(6, '2026-01-20T00:00:00', { token: fake }),
    at(7, '2026-01-31T23:59:59', { direction: 'out', usd: usd('12498'), to }),
    at(8, '2026-02-01T00:00:00'),
  );
  await put('reverted', revertOf(gone));
  await type(`history ${treasury} --csv --since 2026-01-01 --until 2026-01-31`);
  await type(`history ${treasury} --since October`);
  await type(`history ${treasury} --since 2026-02-01 --until 2026-01-01`);
  await type(`history ${treasury} --since 2027-01-01 --until 2027-01-31`);
  await type(`history ${treasury} --csv --json`);
  says(`date,wallet,chain,direction,amount,token,contract,usd,counterparty,counterpartyAddress,transaction,walletAddress,severity,type,id
    2026-01-31 23:59:59,Treasury,eth,out,12500.5,USDC,…,12498,Supplier,0x28C6c06298d514Db089934071355E5743bf21d60,0xa1b2c3d4…
    2026-01-20 00:00:00,Treasury,eth,in,12500.5,USDC (not the known USDC) (unverified),…,,,…,id-6
    2026-01-01 00:00:00,Treasury,eth,in,12500.5,USDC,…,,Binance 14,…,id-4 $
    … ! --since: "October" is not a day: write it as 2026-10-01. [exit code 2] $
    … ! --until 2026-01-01 is before --since 2026-02-01: no day is in between. [exit code 2] $
    … History has no alert of … on eth (--since, --until). $
    … ! Output is CSV or JSON: leave out --csv or --json. [exit code 2] $`);
});

told('history merges what the API and the node showed, newest first', async ({ type, says }) => {
  const { chain } = watchOf();
  const ofNode = { ...watchOf(), chain: { ...chain, besideApi: true } };
  await put('told', gift(5), gift(7));
  await historyTable(line.aws).put(ofNode, 7, [historyRow(gift(4), 'told'), historyRow(gift(6), 'told')]);
  await type(`history ${treasury}`);
  says('Seen … id-7 … id-6 … id-5 … id-4 $');
});

told('without a wallet, history is of all watched wallets, the newest first', async ({ type, says }) => {
  const [ops, gone] = [parseAddress(usdc), parseAddress(exchange)];
  await line.putRow({ wallet: treasury, chain: 'eth', label: 'Treasury' });
  await line.putRow({ wallet: ops, chain: 'polygon', minAmount: 'ten' });
  const at = (hour: number) =>
    historyRow(moved(hour, { blockTimestamp: `2026-01-02T0${hour}:00:00.000Z` }), 'told');
  await putRows([at(1), at(3)]);
  const history = historyTable(line.aws);
  await history.put({ ...watchOf(), wallet: ops, chain: findChain('polygon') }, 7, [at(2), at(4)]);
  await history.put({ ...watchOf(), wallet: gone }, 7, [at(5)]);
  for (const options of ['', ' --limit 3', ' --chain eth', ' --csv', ' --chain bsc'])
    await type(`history${options}`);
  says(`Seen Severity Alert Id 2026-01-02 03:04 info in 12,500.5 USDC … id-4 2026-… id-3 2026-… id-2 2026-… id-1 $
    … --limit 3 … id-4 … id-3 … id-2 ! There are more than 3: --limit 30 shows more. $
    … --chain eth Seen … Id 2026-… id-3 2026-… id-1 $
    … --csv … ,id 2026-01-02 04:00:00,… 2026-01-02 03:00:00,… 2026-01-02 02:00:00,… 2026-01-02 01:00:00,…
    No wallet is watched on bsc: chainbell add 0xYourWallet watches one. $`);
});

told('CSV has what a bookkeeper must know about a transfer', async ({ type, says }) => {
  const sure = (confidence: number) => ({ usd: { ...at2026, amount: '9000000', price: '720', confidence } });
  const seen = { lastPaidAt: '2026-01-01T00:00:00.000Z', samePrefix: 4, sameSuffix: 4 };
  const lookalike = { ...seen, address: imitation, imitates: exchange, contact: 'Supplier' };
  const unknown = { ...hostileToken, name: null, symbol: 'GIFT', decimals: null };
  await put(
    'told',
    moved(1, { amount: null, value: '12500500000', token: unknown }),
    moved(2, { direction: 'out', to: side(imitation) }, { lookalike }),
    moved(3, sure(0.89)),
    moved(4, sure(0.9)),
    moved(5, { kind: 'erc721', amount: '1', tokenId: '7804' }),
  );
  await type(`history ${treasury} --csv`);
  // The piece of a collection, a sure and a doubtful price, an imitated contact, and base units without decimals.
  says(`eth,in,1,USDC #7804,0x… eth,in,12500.5,USDC,0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48,9000000,…
    eth,in,12500.5,USDC,0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48,,…
    eth,out,12500.5,USDC,…,,(imitates Supplier),0x28c60000000000000000000000000000000f1d60,…
    eth,in,12500500000,GIFT (smallest units),`);
});

told('history says that alerts before historyDays are gone', async ({ type, says }) => {
  await put('told', moved(1, {}));
  for (const day of ['2025-10-05', '2025-10-04']) await type(`history ${treasury} --csv --since ${day}`);
  says(`id-1 $ … id-1 ! Alerts are kept for 90 days (the setting historyDays): older ones are gone. $`);
});

told('reasons that are longer than a cell end with …', async ({ type, says }) => {
  const reasons = [1, 2, 3].map((n) => ({ rule: 'lure', detail: `${n} ${'why '.repeat(70)}end.` }));
  await put('hidden', gift(8, { verdict: { spam: true, score: 9, reasons } }));
  await type(`hidden ${treasury}`);
  says('id-8 1 why why why … why… $');
});

told("history lists what was taken back, but neither digests nor polls' own rows", async ({ type, says }) => {
  await put('told', gift(5));
  await put('reverted', { ...revertedAlert(), id: 'id-9' });
  await put('message', { ...digestAlert(), id: 'digest' });
  // A re-org has moved the first transfer; after its batch was abandoned, another poll reported it again.
  await putRows([{ ...historyRow(gift(6), 'told'), alert: null, alertAt: 'the first' }], 8);
  await putRows([{ ...historyRow(gift(7), 'told'), alert: gift(5) }], 9);
  await putRows([{ ...historyRow(gift(4), 'old'), alert: null }], 9);
  await type(`history ${treasury}`);
  await type(`hidden ${treasury} --filtered --json`);
  says(
    'Id 2026-01-02 03:06 warning cancelled in 12,500.5 USDC … id-9 2026-01-02 03:04 info … id-5 $ … --json [] $',
  );
});

told('history lists what a node showed that is no transfer', async ({ type, says }) => {
  await put('message', approvalAlert(), balanceAlert(), controlAlert());
  await type(`history ${treasury}`);
  says(`critical approved all its USDC to 0x28C6c06298d514Db089934071355E5743bf21d60 Treasury on eth g1
    … critical control Treasury on eth now runs the code of contract … of MetaMask: it can move all money there. c1
    … warning low 0.05 ETH less than 0.1 Treasury on eth b1 $`);
});

told('history lists unreadable entries, and transfers below one without block', async ({ type, says }) => {
  const entry = { transactionHash: null, blockNumber: null, reason: 'value is missing' };
  const unreadable = { ...unreadableAlert({ entry }), id: 'id-9', detectedAt: '2026-01-01T00:00:00.000Z' };
  await put('told', gift(6));
  const row = historyRow(unreadable, 'unreadable');
  await putRows([{ ...row, place: { ...row.place, block: 9_999_999_999_999 } }]);
  await putRows([{ ...historyRow(unreadableAlert(), 'unreadable'), alert: null }], 8);
  await type(`history ${treasury}`);
  await type(`history ${treasury} --since 2026-01-02`);
  says(`Id 2026-01-01 00:00 warning unreadable Treasury on eth value is missing id-9 2026-01-02 03:04 info … id-6 $
    … --since 2026-01-02 Seen Severity Alert Id 2026-01-02 03:04 info … id-6 $`);
});

told('history names the block of an unreadable entry without a hash', async ({ type, says }) => {
  const entry = {
    transactionHash: null,
    blockNumber: 18_000_001,
    reason: 'value is missing, not a whole number',
  };
  await putRows([historyRow(unreadableAlert({ entry }), 'unreadable')]);
  await type(`history ${treasury}`);
  says('unreadable Treasury on eth in block 18,000,001 value is missing, not a whole number u1 $');
});

told("a wrong block time hides none of a month's transfers below it", async ({ type, says }) => {
  const at = (n: number, day: string) => moved(n, { blockTimestamp: `${day}T03:00:00.000Z` });
  await put('told', at(5, '2026-01-01'), at(6, '1970-01-01'), at(7, '2026-01-02'));
  await type(`history ${treasury} --since 2026-01-01`);
  says('Id 2026-… id-7 2026-… id-5 $');
});

told('the command of a digest with a payment to an imitation lists all receivers', async ({ type, says }) => {
  await line.putRow({ wallet: treasury, chain: 'eth' });
  await put('told', ...Array.from({ length: 21 }, (_, n) => moved(n)));
  const [advice = ''] = adviceOf({ ...digestAlert(), severity: 'critical' });
  await type(/npx chainbell (.*) lists all receivers/.exec(advice)?.[1] ?? '');
  says('… ,id-20 … ,id-0 $');
});

it('JSON escapes an invisible character as the two halves that it has', async () => {
  await put('told', moved(7, { token: { ...hostileToken, name: 'a\u{e0041}b' } }));
  expect((await line.run(['history', treasury, '--json'])).stdout).toContain('"a\\udb40\\udc41b"');
});

told('warnings of imitations are listed, but not in the books; no name links', async ({ type, says }) => {
  await put('message', { ...poisoningAlert(), id: 'id-9' });
  await put('hidden', { ...transferAlert({ transfer: { value: 0n } }), id: 'id-8' });
  const token = { ...spam.transfer.token, address: treasury, symbol: 'claim-usdc.xyz' };
  await put('hidden', { ...spam, transfer: { ...spam.transfer, token } });
  for (const options of ['', ' --csv']) await type(`history ${treasury}${options}`);
  for (const options of ['', ' --csv']) await type(`hidden ${treasury}${options}`);
  says(`warning poisoning 0x28c6[0000000000000000000000000000000f]1d60 imitates 0x28C6[…]1d60 Treasury on eth id-9 $
    … --csv date,wallet,… ,id $ … in 0 USDC Treasury … id-8 - … in 12,500.5 "claim-usdc(.)xyz" Treasury … $
    … ,id,why … 2026-01-02 03:04:05,Treasury,eth,in,12500.5,claim-usdc(.)xyz,`);
});

told('transfers that the row left out are listed with --filtered only', async ({ type, says }) => {
  await put('told', gift(5));
  await put('unwanted', gift(6));
  await put('hidden', spam);
  for (const options of ['', ' --filtered', ' --filtered --csv', ' --filtered --json'])
    await type(`hidden ${treasury}${options}`);
  await type(`history ${treasury}`);
  await type(`history ${treasury} --filtered`);
  says(`Id Why 2026-… id-7 The name … claim. $
    … Id Why (filters as they are now) 2026-… id-7 The name … claim. 2026-… id-6 left out by the row's filters $
    … "status": "hidden", … "id": "id-7", … "status": "unwanted", "why": "left out by the row's filters", … "id": "id-6", … $
    … Seen Severity Alert Id 2026-… id-5 $ … ! Unknown option '--filtered'; chainbell history --help shows what it takes. [exit code 2] $`);
});

it.each([
  [{ minAmount: '20000' }, 'less than minAmount (20000)'],
  [{ minAmount: '{"USDC": 13000}' }, 'less than minAmount (13000)'],
  [{ minUsd: '20000' }, 'worth less than minUsd (20000)'],
  [{ direction: 'out' }, 'direction is out'],
  [{ tokens: 'DAI' }, 'not in tokens'],
  [{ ignoreTokens: 'usdc' }, 'in ignoreTokens'],
  [{ watch: 'nft' }, 'not in watch'],
  [{}, "left out by the row's filters"],
])('hidden says by which filter of the row a transfer was left out: %j', async (attributes, why) => {
  await line.putRow({ wallet: treasury, chain: 'eth', ...attributes });
  await put('unwanted', moved(6, { usd: usd('12500') }));
  const { stdout } = await line.run(['hidden', treasury, '--filtered']);
  expect(stdout).toMatch(/Why \(filters as they are now\)\n/);
  expect(stdout.trimEnd().endsWith(`id-6  ${why}`)).toBe(true);
});

it('finds an alert below a storm of hidden transfers in a few queries, and reads no row twice', async () => {
  await put('told', moved(4), moved(5));
  await putRows(Array.from({ length: 120 }, (_, n) => historyRow(gift(100 + n), 'hidden')));
  const pages: unknown[] = [];
  line.hear('dynamodb:Query', ({ Limit }) => pages.push(Limit));
  const { stdout } = await line.run(['history', treasury, '--json']);
  expect(JSON.parse(stdout)).toMatchObject([{ id: 'id-5' }, { id: 'id-4' }]);
  expect(pages).toEqual([50, 50, undefined]);
  const hidden = JSON.parse((await line.run(['hidden', treasury, '--limit', '999', '--json'])).stdout);
  expect(hidden).toHaveLength(120);
});

const trust = async ({ type, note }: Script, words: string) => {
  await type(`trust ${words}`);
  note(await line.rows());
};

told('trust adds the token of a hidden transfer to those that its wallet trusts', async (session) => {
  await put('hidden', { ...spam, wallet: { ...spam.wallet, chain: 'polygon', chainId: '0x89' } });
  await line.putRow({ wallet: treasury, chain: 'polygon', trust_tokens: `${exchange}`, label: 'Treasury' });
  for (const _ of 'xx') await trust(session, 'id-7');
  session.says(`
    is trusted for Treasury (0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045) on polygon from now on.
    … trustTokens: Set(2) { '${exchange}', '${usdc}' }, … $
    … is trusted for Treasury (…) on polygon already. … trustTokens: Set(2) { … $`);
});

told('trust takes a hidden approval', async (session) => {
  await put('hidden', approvalAlert());
  await line.putRow({ wallet: treasury, chain: 'eth' });
  await trust(session, 'g1');
  session.says(`on eth from now on. # [ { chain: 'eth', trustTokens: Set(1) { '${usdc}' }, …`);
});

told('trust takes a wallet and a token too', async (session) => {
  const { type, says } = session;
  await line.putRow({ wallet: treasury, chain: 'polygon' });
  await trust(session, `${treasury} ${usdc} --chain polygon --json`);
  for (const words of ['id-8', `${treasury} ${usdc}`, `${treasury} 0x12`]) await type(`trust ${words}`);
  says(`
    { "wallet": "${treasury}", "chain": "polygon", "trustTokens": [ "${usdc}" ] }
    … { chain: 'polygon', trustTokens: Set(1) { '${usdc}' }, …
    ! History has no alert id-8: chainbell hidden 0xYourWallet shows ids. After a wallet, give the address of a token. [exit code 1] $
    … is not watched on eth: it is on polygon (--chain). [exit code 1] $
    … ! "0x12" is not an address: it takes 0x and 40 hex digits. [exit code 2] $`);
});
