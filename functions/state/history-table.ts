import { hash } from 'node:crypto';
import { type DynamoDBDocumentClient, paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { type TransferAlert, transferAlertSchema } from '../alert/alert.ts';
import type { BlockNumber } from '../chain/units.ts';
import { type Clock, expiryIn } from '../runtime/clock.ts';
import { batchWriter } from '../runtime/dynamodb-writes.ts';
import type { Transfer } from '../transfer/transfer.ts';
import { type Watch, watchKey } from '../wallet/watch.ts';
import type { OpenBatch } from './cursor.ts';
import { blockPosition, type Place, positionOf } from './place.ts';
import type { WaitingDigest } from './rations.ts';
import type { BatchRow, NewRow, Row } from './row.ts';
import { readBatchRow, readRowItem, toRowItem, windowAttributes } from './row-item.ts';
import { packTransfers, unpackTransfers } from './transfer-packs.ts';

export type RowsNamed =
  | Pick<OpenBatch, 'batch' | 'from' | 'to'>
  | Pick<WaitingDigest, 'digest' | 'from' | 'to'>;

export type HistoryTable = ReturnType<typeof createHistoryTable>;

const highestPosition = '~';
const allPositions = ['!', highestPosition] as const;
/** Long enough for the longest read, and to recognise a reverted transfer that is mined again. */
const daysOfNotes = 7;

/**
 * The ledger: every transfer, and every alert from before it is published until it expires. Puts are idempotent. Reads are consistent.
 * @param dynamodb a document client that reads numbers as numbers: none in an alert is beyond 2^53
 * @param days how long alerts stay
 */
export function createHistoryTable(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  days: number,
  clock: Clock,
) {
  const query = createQuery(dynamodb, TableName);
  const writer = batchWriter(dynamodb, TableName, clock, 'History rows unwritten');

  async function window(partition: string, from: string, Limit?: number): Promise<readonly Row[]> {
    const items = await query(partition, [from, highestPosition], { ...windowAttributes, Limit });
    return items.map(readRowItem);
  }

  return {
    /** Rows, here and in the two below, lack alerts. @param upTo at most, the lowest */
    rowsAbove: (watch: Watch, block: BlockNumber, upTo?: number) =>
      window(watchKey(watch), blockPosition(block + 1), upTo),
    rowsFrom: (watch: Watch, { block, order }: Place) =>
      window(watchKey(watch), `${blockPosition(block)}#${order}`),
    /** The last row of each transfer that was taken back in the last days. */
    takenBack: (watch: Watch) => window(takenBackKey(watch), blockPosition(0)),
    /** @throws Error if DynamoDB does not take them all */
    async put(watch: Watch, batch: number, rows: readonly NewRow[]): Promise<void> {
      const expiries = { told: expiryIn(days, clock), notes: expiryIn(daysOfNotes, clock) };
      const gone = rows
        .filter(({ status }) => status === 'reverted')
        .map((row) => ({
          watch: takenBackKey(watch),
          ...toRowItem({ ...row, alert: null }, batch, expiries),
        }));
      // These come first: a batch with all of its rows counts as written, and nobody would add them.
      await writer.put(gone);
      await writer.put(rows.map((row) => ({ watch: watchKey(watch), ...toRowItem(row, batch, expiries) })));
    },
    /** The rows of a batch that are written, or the rows that name a digest, in any order. */
    async rowsOf(watch: Watch, which: RowsNamed): Promise<readonly BatchRow[]> {
      const [attribute, value] = 'batch' in which ? ['batch', which.batch] : ['digest', which.digest];
      const items = await query(watchKey(watch), [blockPosition(which.from), `${blockPosition(which.to)}~`], {
        FilterExpression: '#attribute = :value',
        ExpressionAttributeNames: { '#attribute': attribute },
        ExpressionAttributeValues: { ':value': value },
      });
      return items.map(readBatchRow);
    },
    /** Deletes the rows of an abandoned batch, which the cursor ignores already, so that people don't see them. */
    async remove(watch: Watch, rows: readonly BatchRow[]): Promise<void> {
      const keys = rows.flatMap(({ place, batch, status }) => {
        const position = positionOf(place, batch);
        const gone = status === 'reverted' ? [{ watch: takenBackKey(watch), position }] : [];
        return [{ watch: watchKey(watch), position }, ...gone];
      });
      await writer.remove(keys);
    },
    /** The alert of the row at a position; null if somebody deleted it. */
    async alertAt(watch: Watch, position: string): Promise<TransferAlert | null> {
      const [item] = await query(watchKey(watch), [position, position]);
      const alert = transferAlertSchema.safeParse(item?.alert);
      return alert.success ? alert.data : null;
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
      return (await query(heldKey(watch, read))).flatMap((item) => unpackTransfers(item.pack));
    },
  };
}

function createQuery(dynamodb: DynamoDBDocumentClient, TableName: string) {
  return async (
    partition: string,
    [from, to]: readonly [from: string, to: string] = allPositions,
    rest: Partial<QueryCommandInput> = {},
  ): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = [];
    const pages = paginateQuery(
      { client: dynamodb },
      {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'watch = :watch AND #position BETWEEN :from AND :to',
        ...rest,
        ExpressionAttributeNames: { '#position': 'position', ...rest.ExpressionAttributeNames },
        ExpressionAttributeValues: {
          ':watch': partition,
          ':from': from,
          ':to': to,
          ...rest.ExpressionAttributeValues,
        },
      },
    );
    for await (const { Items = [] } of pages) {
      found.push(...Items);
      if (rest.Limit !== undefined && found.length >= rest.Limit) break;
    }
    return found;
  };
}

/** Partitions that neither people nor polls query. */
function takenBackKey(watch: Watch): string {
  return `${watchKey(watch)}#taken-back`;
}

function heldKey(watch: Watch, read: string): string {
  return `${watchKey(watch)}#held#${read}`;
}
