import { BatchGetCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../clock.ts';
import { untilProcessed } from '../dynamodb/until-processed.ts';
import { nameLines, type Overflow, packLines, unpackLines } from './overflow.ts';

/** Needed for minutes; kept for days, in case that the API is away meanwhile. */
const daysKept = 8;
/** With items of up to 400 KB a reply, which holds 16 MB, has room for forty. */
const itemsPerBatch = 40;

/** A wallet's overflow in the State table, beside the wallet's own item, under a partition that no address can be. */
export function createOverflow(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
  owner: { readonly wallet: string; readonly chain: string },
  clock: Clock,
): Overflow {
  const keyOf = (name: string) => ({ wallet: `#overflow ${owner.wallet}`, chain: `${owner.chain} ${name}` });
  return {
    async put(lines) {
      const expiresAt = Math.floor(clock.now() / 1_000) + daysKept * 86_400;
      const named = nameLines(lines);
      for (const { name, lines: some } of named) {
        const Item = { ...keyOf(name), lines: packLines(some), expiresAt };
        await dynamodb.send(new PutCommand({ TableName: tableName, Item }));
      }
      return named;
    },
    async read(names) {
      const found = new Map<string, string>();
      const readBatch = async (Keys: Record<string, unknown>[]) => {
        const request = { Keys, ConsistentRead: true };
        const reply = await dynamodb.send(new BatchGetCommand({ RequestItems: { [tableName]: request } }));
        for (const { chain, lines } of reply.Responses?.[tableName] ?? [])
          found.set(String(chain), String(lines));
        return reply.UnprocessedKeys?.[tableName]?.Keys;
      };
      await untilProcessed(names.map(keyOf), readBatch, {
        perBatch: itemsPerBatch,
        left: 'state items unread',
        sleep: (milliseconds) => clock.sleep(milliseconds),
      });
      return names.map((name) => {
        const packed = found.get(keyOf(name).chain);
        return packed === undefined ? null : unpackLines(packed);
      });
    },
  };
}
