import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TransferAlert } from './alert.ts';

/** One transfer as History keeps it: the alert, and whether the reader was told. */
export interface HistoryEntry {
  readonly alert: TransferAlert;
  readonly status: 'told' | 'hidden';
}

/** What happened to a wallet, queryable until it expires. Puts are idempotent: the same alert has the same key. */
export interface HistoryTable {
  put(entries: readonly HistoryEntry[]): Promise<void>;
}

const entriesPerBatch = 25;
const batchTries = 6;

/** @param days how long entries stay */
export function createHistoryTable(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
  days: number,
  clock: { now(): number; sleep(milliseconds: number): Promise<void> },
): HistoryTable {
  return {
    async put(entries) {
      const expiresAt = Math.floor(clock.now() / 1_000) + days * 86_400;
      const puts = entries.map((entry) => ({ PutRequest: { Item: toItem(entry, expiresAt) } }));
      for (let from = 0; from < puts.length; from += entriesPerBatch) {
        let pending: typeof puts | BatchPuts = puts.slice(from, from + entriesPerBatch);
        for (let tries = 0; pending.length > 0; tries += 1) {
          if (tries === batchTries)
            throw new Error('DynamoDB left History entries unwritten: its table is throttled.');
          if (tries > 0) await clock.sleep(50 * 2 ** tries);
          const reply = await dynamodb.send(
            new BatchWriteCommand({ RequestItems: { [tableName]: pending } }),
          );
          pending = reply.UnprocessedItems?.[tableName] ?? [];
        }
      }
    },
  };
}

type BatchPuts = NonNullable<NonNullable<BatchWriteCommand['input']['RequestItems']>[string]>;

function toItem({ alert, status }: HistoryEntry, expiresAt: number): Record<string, unknown> {
  const { wallet, transfer, id, verdict } = alert;
  return {
    watch: `${wallet.address}#${wallet.chain}`,
    // Blocks in fixed width, so that the sort key sorts as the chain does.
    position: `${String(transfer.blockNumber).padStart(16, '0')}#${id}`,
    status,
    type: alert.type,
    reasons: verdict?.reasons.map(({ detail }) => detail) ?? [],
    alert,
    expiresAt,
  };
}
