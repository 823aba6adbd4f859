import { formatAmount, groupThousands } from '../../../functions/transfer/amount.ts';
import { writeCsv } from '../bulk/csv.ts';
import type { Cell } from '../table.ts';
import type { StoredEntry } from './entries.ts';
import { recordsOf, type TransferRecord } from './transfers-csv.ts';

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
      /** The sum of the transfers with a known worth. */
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
