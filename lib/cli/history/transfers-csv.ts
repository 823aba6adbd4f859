import { withMark } from '../../../functions/alert/text/parts/names.ts';
import { isUnverified } from '../../../functions/alert/text/parts/shown-reasons.ts';
import { terminalStyle } from '../../../functions/alert/text/style.ts';
import { checksumAddress } from '../../../functions/chain/address.ts';
import { formatAmount, groupThousands } from '../../../functions/transfer/amount.ts';
import { writeCsv } from '../bulk/csv.ts';
import type { Cell } from '../table.ts';
import type { StoredEntry } from './entries.ts';

const columns = [
  'date',
  'wallet',
  'chain',
  'direction',
  'amount',
  'token',
  'contract',
  'usd',
  'counterparty',
  'counterpartyAddress',
  'transaction',
  'walletAddress',
  'severity',
  'type',
  'id',
] as const;
export type TransferRecord = Readonly<Record<(typeof columns)[number], string>>;

type ToldTransfer = Extract<StoredEntry['alert'], { transfer: unknown }>;

/** For bookkeeping: without transfers that were reverted. @param whyOf fills a last column; null: there is none */
export function transfersCsv(
  entries: readonly StoredEntry[],
  whyOf: ((entry: StoredEntry) => string) | null,
): string {
  const more = <T>(cell: T) => (whyOf === null ? [] : [cell]);
  const rows = bookedOf(entries).map(({ entry, record }) => [
    ...columns.map((name) => record[name]),
    ...more(whyOf?.(entry) ?? ''),
  ]);
  return writeCsv([...columns, ...more('why')], rows);
}

export function recordsOf(entries: readonly StoredEntry[]): readonly TransferRecord[] {
  return bookedOf(entries).map(({ record }) => record);
}

function bookedOf(entries: readonly StoredEntry[]) {
  const reverted = new Set(entries.map(({ alert }) => ('reverts' in alert ? alert.reverts : null)));
  return entries.flatMap((entry) => {
    const { alert } = entry;
    // Warnings are left out: a warning's transfer has a row of its own.
    const isOwn = 'transfer' in alert && alert.type !== 'wallet.poisoning';
    const isTransfer = isOwn && !('reverts' in alert) && !reverted.has(alert.id);
    return isTransfer ? [{ entry, record: recordOf(alert) }] : [];
  });
}

/** A made-up token's sender is made up too: its name is marked, and the other side shown by address only. */
function recordOf(alert: ToldTransfer): TransferRecord {
  const { transfer, wallet, detectedAt, lookalike } = alert;
  const { direction, token, from, to } = transfer;
  const isMadeUp = isUnverified(token, alert);
  const marks = [isMadeUp ? ' (unverified)' : '', transfer.amount === null ? ' (smallest units)' : ''].join(
    '',
  );
  const shown = token.symbol && terminalStyle.creatorText(token.symbol);
  const symbol = shown && token.symbol && withMark(shown, token.symbol, token, alert, terminalStyle);
  const other = direction === 'in' ? from : to;
  return {
    // Spreadsheets take a T, a Z or milliseconds for text.
    date: (transfer.blockTimestamp ?? detectedAt).slice(0, 19).replace('T', ' '),
    wallet: wallet.label ?? checksumAddress(wallet.address),
    chain: wallet.chain,
    direction,
    // Base units without known decimals, as the token's column says.
    amount: transfer.amount ?? transfer.value,
    token: `${symbol ?? ''}${marks}`.trim(),
    contract: token.address === null ? '' : checksumAddress(token.address),
    usd: transfer.usd?.amount ?? '',
    counterparty: lookalike
      ? `(imitates ${lookalike.contact ?? checksumAddress(lookalike.imitates)})`
      : ((isMadeUp ? null : (other.contact ?? (other.label && terminalStyle.creatorText(other.label)))) ??
        ''),
    counterpartyAddress: other.address === null ? '' : checksumAddress(other.address),
    transaction: transfer.transactionHash ?? '',
    walletAddress: checksumAddress(wallet.address),
    severity: alert.severity,
    type: alert.type,
    id: alert.id,
  };
}

/** The time of the transfer, else of the alert. */
export function timeOfEntry({ alert }: StoredEntry): string {
  return ('transfer' in alert ? alert.transfer.blockTimestamp : null) ?? alert.detectedAt;
}

type Sum = ReturnType<typeof sumsOf>[number];

/**
 * Adds up the transfers that `transfersCsv` lists, exactly, by token and direction. The largest worth comes first, as with
 * `--largest`, and an unknown worth last.
 */
export function sumsOf(entries: readonly StoredEntry[]) {
  const kindOf = ({ direction, token, contract, chain }: TransferRecord) =>
    [direction, token, contract, chain].join('\n');
  const sums = Array.from(Map.groupBy(recordsOf(entries), kindOf).values(), (records) => {
    const { direction = '', token = '', contract = '', chain = '' } = records[0] ?? {};
    const priced = records.flatMap(({ usd }) => (usd === '' ? [] : [usd]));
    return {
      direction,
      token,
      contract,
      chain,
      transfers: records.length,
      amount: sumOf(records.map(({ amount }) => amount)),
      /** Total worth of the transfers whose worth is known. */
      usd: sumOf(priced),
      withoutUsd: records.length - priced.length,
    };
  });
  const worthOf = ({ usd, transfers, withoutUsd }: (typeof sums)[number]) =>
    withoutUsd === transfers ? -1 : Number(usd);
  return sums.toSorted((a, b) => worthOf(b) - worthOf(a));
}

/** Sum of plain decimals. */
function sumOf(amounts: readonly string[]): string {
  const parts = amounts.map((amount) => amount.split('.'));
  const places = Math.max(0, ...parts.map(([, fraction = '']) => fraction.length));
  const units = parts.map(([whole = '', fraction = '']) => BigInt(whole + fraction.padEnd(places, '0')));
  const sum = units.reduce((all, one) => all + one, 0n);
  return formatAmount(sum, places) ?? '';
}

/** The sums as CSV. */
export function sumsCsv(sums: readonly Sum[]): string {
  const names = [
    'direction',
    'token',
    'contract',
    'chain',
    'transfers',
    'amount',
    'usd',
    'withoutUsd',
  ] as const;
  return writeCsv(
    names,
    sums.map((sum) => names.map((name) => String(sum[name]))),
  );
}

export const sumHeadings = ['Direction', 'Token', 'Chain', 'Transfers', 'Amount', 'USD'];

export function cellsOfSum({ direction, token, chain, transfers, amount, usd, withoutUsd }: Sum): Cell[] {
  const known = withoutUsd === transfers ? [] : [groupThousands(usd)];
  const unknown = withoutUsd === 0 ? [] : [`${withoutUsd} of unknown worth`];
  const worth = [...known, ...unknown].join(' and ');
  return [direction, token, chain, transfers, groupThousands(amount), worth];
}
