import * as z from 'zod';
import { type Alert, alertSchema } from '../../../functions/alert/alert.ts';
import { isUnderMinUsd } from '../../../functions/prices/price.ts';
import type { Table } from '../../../functions/runtime/table-items.ts';
import { leftOutBy } from '../../../functions/transfer/transfer.ts';
import { type Watch, watchKey } from '../../../functions/wallet/watch.ts';
import type { RowAttribute } from '../../../functions/wallet/watchlist-row.ts';

/** Rows for people; other rows are notes of polls. Digests are left out: their transfers have rows of their own. */
const stored = z
  .object({
    status: z.enum(['told', 'waiting', 'hidden', 'unwanted', 'reverted', 'unreadable', 'message']),
    alert: alertSchema,
    expiresAt: z.coerce.number().default(Number.POSITIVE_INFINITY),
  })
  .refine(
    ({ status, alert }) =>
      status !== 'message' ||
      alert.type === 'wallet.poisoning' ||
      ['approval', 'control', 'balance'].some((part) => part in alert),
  )
  .transform(({ status, ...entry }) => ({
    status: status === 'hidden' || status === 'unwanted' ? status : ('told' as const),
    ...entry,
  }));

/** `unwanted`: left out by the filters of the wallet's row. */
export type StoredEntry = z.infer<typeof stored>;

/** Readers mostly want the newest few. */
const pageSize = 50;

/** Newest block first; an alert comes once, however often its row was written. */
export async function* newestEntries(
  history: Table,
  watch: Pick<Watch, 'wallet' | 'chain'>,
  statuses: readonly StoredEntry['status'][],
): AsyncGenerator<StoredEntry> {
  const known = new Set<string>();
  const ofNode = { ...watch, chain: { ...watch.chain, besideApi: true } };
  const rows = (key: string) => rowsOf(history, key, statuses.includes('hidden'));
  for await (const item of newestFirst(rows(watchKey(watch)), rows(watchKey(ofNode)))) {
    // Of several rows of a place the newest comes first.
    if (item.status === 'dropped') known.add(placeOf(item));
    const entry = stored.safeParse(item).data;
    if (entry === undefined || known.has(placeOf(item)) || known.has(entry.alert.id)) continue;
    known.add(entry.alert.id);
    if (statuses.includes(entry.status)) yield entry;
  }
}

type Item = Record<string, unknown>;

/** After the first few rows, pages are as large as they can be: 100,000 hidden transfers may lie above the newest alert. */
async function* rowsOf(history: Table, partition: string, isAll: boolean): AsyncGenerator<Item, undefined> {
  const names = { position: 'position', ...(isAll ? {} : { status: 'status' }) };
  const filter = isAll ? {} : { FilterExpression: '#status <> :hidden', values: { hidden: 'hidden' } };
  const keys = ['watch', '#position'] as const;
  const how = { keys, names, ...filter, ConsistentRead: false, ScanIndexForward: false };
  const few = history.pages(partition, { ...how, between: ['!', '~'], Limit: pageSize });
  const { value: first } = await few.next();
  yield* first?.Items ?? [];
  const last = first?.LastEvaluatedKey;
  if (last) yield* history.query(partition, { ...how, between: ['!', String(last.position)] });
}

async function* newestFirst(one: AsyncGenerator<Item, undefined>, other: AsyncGenerator<Item, undefined>) {
  let [a, b] = (await Promise.all([one.next(), other.next()])).map(({ value }) => value);
  while (a !== undefined || b !== undefined) {
    if (b === undefined || (a !== undefined && String(a.position) >= String(b.position))) {
      if (a !== undefined) yield a;
      a = (await one.next()).value;
    } else {
      yield b;
      b = (await other.next()).value;
    }
  }
}

/** The row's position without the batch. */
function placeOf({ position }: Record<string, unknown>): string {
  return String(position).replace(/#[^#]*$/, '');
}

const general = "left out by the row's filters";

/** Judged by the present row, which may have changed since. @param watch null: the row is gone */
export function filterReason(alert: Alert, watch: Watch | null): string {
  if (watch === null || !('transfer' in alert)) return general;
  const transfer = { ...alert.transfer, value: BigInt(alert.transfer.value) };
  const attribute = leftOutBy(transfer, watch);
  if (attribute !== null) return said(attribute, transfer.token.address, watch);
  return isUnderMinUsd(transfer, watch) ? `worth less than minUsd (${watch.minUsd})` : general;
}

function said(attribute: RowAttribute, token: Watch['wallet'] | null, watch: Watch): string {
  switch (attribute) {
    case 'minAmount':
      return `less than minAmount (${watch.minAmount.byToken.get(token) ?? watch.minAmount.otherwise})`;
    case 'direction':
      return `direction is ${watch.direction}`;
    case 'tokens':
      return 'not in tokens';
    case 'ignoreTokens':
      return 'in ignoreTokens';
    default:
      return `not in ${attribute}`;
  }
}
