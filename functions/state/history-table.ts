import { hash } from 'node:crypto';
import { type TransferAlert, transferAlertSchema } from '../alert/alert.ts';
import type { BlockNumber } from '../chain/units.ts';
import { type Clock, expiryIn } from '../runtime/clock.ts';
import { batchWriter } from '../runtime/table-batches.ts';
import type { Query, Table } from '../runtime/table-items.ts';
import type { Transfer } from '../transfer/transfer.ts';
import { type Watch, watchKey } from '../wallet/watch.ts';
import type { OpenBatch, WaitingDigest } from './cursor.ts';
import { type BatchRow, isOffChain, type LedgerRow, type NewRow } from './ledger-row.ts';
import { comparedAttributes, readBatchRow, readRowItem, toRowItem } from './ledger-row-item.ts';
import { blockPosition, type Place, positionOf } from './place.ts';
import { packTransfers, unpackTransfers } from './transfer-packs.ts';

type RowsNamed = Pick<OpenBatch, 'batch' | 'from' | 'to'> | Pick<WaitingDigest, 'digest' | 'from' | 'to'>;

export type HistoryTable = ReturnType<typeof createHistoryTable>;

/** Long enough for the longest read, and to recognise a reverted transfer that is mined again. */
const daysOfNotes = 7;

/**
 * The ledger: every transfer, and every alert, written before it is published. Puts are idempotent. Reads are consistent.
 * @param table its document client reads numbers as numbers: an alert has none beyond 2^53
 */
export function createHistoryTable(table: Table, days: number, clock: Clock) {
  const query = createQuery(table);
  const writer = batchWriter(table, clock, 'History rows unwritten');

  async function readRows(partition: string, from: string, Limit?: number): Promise<readonly LedgerRow[]> {
    const rows: LedgerRow[] = [];
    for await (const item of query(partition, { between: [from, '~'], ...comparedAttributes, Limit })) {
      rows.push(readRowItem(item));
      if (rows.length === Limit) break;
    }
    return rows;
  }

  return {
    /** Rows without their alerts, as `rowsFrom` and `takenBack` return them. @param upTo the maximum number, lowest first */
    rowsAbove: (watch: Watch, block: BlockNumber, upTo?: number) =>
      readRows(watchKey(watch), blockPosition(block + 1), upTo),
    rowsFrom: (watch: Watch, { block, order }: Place) =>
      readRows(watchKey(watch), `${blockPosition(block)}#${order}`),
    /** The last row of each transfer that the chain dropped in the last days. */
    takenBack: (watch: Watch) => readRows(takenBackKey(watch), blockPosition(0)),
    /** @throws Error if DynamoDB does not take them all */
    async put(watch: Watch, batch: number, rows: readonly NewRow[]): Promise<void> {
      const expiries = { told: expiryIn(days, clock), notes: expiryIn(daysOfNotes, clock) };
      const itemsIn = (partition: string, some: readonly NewRow[]) =>
        some.map((row) => ({ watch: partition, ...toRowItem(row, batch, expiries) }));
      const gone = rows.filter(({ status }) => isOffChain(status)).map((row) => ({ ...row, alert: null }));
      // Dropped rows first: once a batch's own rows are complete it counts as written, and nobody would add these.
      await writer.put(itemsIn(takenBackKey(watch), gone));
      await writer.put(itemsIn(watchKey(watch), rows));
    },
    /** The rows of a batch that are written, or the rows that name a digest, in any order. */
    async rowsOf(watch: Watch, which: RowsNamed): Promise<readonly BatchRow[]> {
      const [attribute, value] = 'batch' in which ? ['batch', which.batch] : ['digest', which.digest];
      const named = query(watchKey(watch), {
        between: [blockPosition(which.from), `${blockPosition(which.to)}~`],
        FilterExpression: '#attribute = :value',
        names: { attribute },
        values: { value },
      });
      return Array.fromAsync(named, readBatchRow);
    },
    /** Deletes the rows of an abandoned batch, which the cursor ignores already, so that people don't see them. */
    async remove(watch: Watch, rows: readonly BatchRow[]): Promise<void> {
      const keys = rows.flatMap(({ place, batch, status }) => {
        const partitions = isOffChain(status) ? [watchKey(watch), takenBackKey(watch)] : [watchKey(watch)];
        return partitions.map((partition) => ({ watch: partition, position: positionOf(place, batch) }));
      });
      await writer.remove(keys);
    },
    /** The alert of the row at a position; null if somebody deleted it. */
    async alertAt(watch: Watch, position: string): Promise<TransferAlert | null> {
      const [item] = await Array.fromAsync(query(watchKey(watch), { between: [position, position] }));
      return transferAlertSchema.safeParse(item?.alert).data ?? null;
    },
    async hold(watch: Watch, read: string, transfers: readonly Transfer[]): Promise<void> {
      const expiresAt = expiryIn(daysOfNotes, clock);
      const items = packTransfers(transfers).map((pack) => ({
        watch: heldKey(watch, read),
        position: hash('sha256', pack, 'base64url'),
        pack,
        expiresAt,
      }));
      await writer.put(items);
    },
    async held(watch: Watch, read: string): Promise<readonly Transfer[]> {
      const packs = await Array.fromAsync(query(heldKey(watch, read)));
      return unpackTransfers(packs.map(({ pack }) => pack));
    },
  };
}

/** Reads all positions, unless the query says which. */
function createQuery(table: Table) {
  const keys = ['watch', '#position'] as const;
  return (partition: string, { names, ...how }: Query = {}) =>
    table.query(partition, { keys, between: ['!', '~'], names: { position: 'position', ...names }, ...how });
}

/** Partitions beside the wallet's own: a query of its unsettled blocks does not read them. */
function takenBackKey(watch: Watch): string {
  return `${watchKey(watch)}#taken-back`;
}

function heldKey(watch: Watch, read: string): string {
  return `${watchKey(watch)}#held#${read}`;
}
