import { BatchWriteCommand, type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { type RevertedAlert, type TransferAlert, transferAlertSchema } from '../alert/alert.ts';
import { plainStyle, shownReasons } from '../alert/text/shown-reasons.ts';
import type { Clock } from '../runtime/clock.ts';
import { retryUnprocessed } from '../runtime/dynamodb-writes.ts';
import { keyOf, type Watch, watchKey } from '../wallet/watch.ts';

/** One transfer as History keeps it: the alert, and whether the reader was told. */
export interface HistoryEntry {
  readonly alert: TransferAlert | RevertedAlert;
  readonly status: 'told' | 'hidden';
}

/** What happened to a wallet, queryable until it expires. Puts are idempotent: the same alert has the same key. */
export interface HistoryTable {
  put(entries: readonly HistoryEntry[]): Promise<void>;
  /** The alert of a transfer by its id; null where History does not know it. @param block where it stands by now */
  find(watch: Watch, block: number, id: string): Promise<TransferAlert | null>;
}

const entriesPerBatch = 25;
/** An hour of blocks. */
const windowsMoved = 12;

/**
 * @param dynamodb a document client that reads numbers as numbers: none in an alert is beyond 2^53
 * @param days how long entries stay
 */
export function createHistoryTable(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
  days: number,
  clock: Clock,
): HistoryTable {
  const findBetween = async (watch: Watch, from: string, to: string, id: string) => {
    const pages = paginateQuery(
      { client: dynamodb },
      {
        TableName: tableName,
        KeyConditionExpression: 'watch = :watch AND #position BETWEEN :from AND :to',
        FilterExpression: '#id = :id',
        ExpressionAttributeNames: { '#position': 'position', '#id': 'id' },
        ExpressionAttributeValues: {
          ':watch': watchKey(watch),
          ':from': from,
          ':to': to,
          ':id': id,
        },
      },
    );
    for await (const { Items: items = [] } of pages) {
      const [item] = items;
      if (item !== undefined) return transferAlertSchema.parse(item.alert);
    }
    return null;
  };
  return {
    async put(entries) {
      const expiresAt = Math.floor(clock.now() / 1_000) + days * 86_400;
      const puts = entries.map((entry) => ({ PutRequest: { Item: toItem(entry, expiresAt) } }));
      const write = async (batch: BatchPuts) => {
        const reply = await dynamodb.send(new BatchWriteCommand({ RequestItems: { [tableName]: batch } }));
        return reply.UnprocessedItems?.[tableName];
      };
      await retryUnprocessed(puts, write, {
        perBatch: entriesPerBatch,
        left: 'History entries unwritten',
        sleep: (milliseconds) => clock.sleep(milliseconds),
      });
    },
    async find(watch, block, id) {
      // Mostly it stands where it was told, and that place is one read also in the middle of a storm.
      const here = positionOf(block, id);
      const found = await findBetween(watch, here, here, id);
      if (found !== null) return found;
      // It may have been told in another block than the one it was last seen in: several re-orgs carry one further than the
      // re-scan window, where each time it is mined again before two reads lack it.
      const reach = watch.chain.rescanBlocks * windowsMoved;
      const from = positionOf(Math.max(block - reach, 0), '');
      return findBetween(watch, from, positionOf(block + reach + 1, ''), id);
    },
  };
}

/** Blocks in fixed width, so that the sort key sorts as the chain does. */
function positionOf(block: number, id: string): string {
  return `${String(block).padStart(16, '0')}#${id}`;
}

type BatchPuts = NonNullable<NonNullable<BatchWriteCommand['input']['RequestItems']>[string]>;

function toItem({ alert, status }: HistoryEntry, expiresAt: number): Record<string, unknown> {
  const { wallet, transfer, id, type, verdict } = alert;
  return {
    watch: keyOf(wallet.address, wallet.chainId),
    position: positionOf(transfer.blockNumber, id),
    id,
    status,
    type,
    reasons: verdict === null ? [] : shownReasons(verdict, plainStyle),
    alert,
    expiresAt,
  };
}
