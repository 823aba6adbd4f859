import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BatchGetCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../runtime/clock.ts';
import { retryUnprocessed } from '../runtime/dynamodb-writes.ts';

/**
 * What a wallet's item has no room for: lines of text in items of their own. Each is named by its content, so that a
 * crash or a second worker can write one twice and never changes one; only the wallet's own item, saved with a
 * condition, says which of them count.
 */
export interface Overflow {
  /** Writes the lines, in as many items as they take, and says which are where. */
  put(lines: readonly string[]): Promise<readonly NamedLines[]>;
  /** The lines of each item, in the order of the names; null for one that somebody deleted, for they outlive their use. */
  read(names: readonly string[]): Promise<readonly (readonly string[] | null)[]>;
}

/** Of the text, before it is packed: texts that do not pack at all still fit into an item of 400 KB. */
const maxBytes = 250_000;

/** An item's content and its name. */
export interface NamedLines {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Lines in packages that an item holds each; one line is never longer than that (see transfer-line.ts). */
export function nameLines(lines: readonly string[]): NamedLines[] {
  const packages: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const size = Buffer.byteLength(line) + 1;
    if (bytes + size > maxBytes) {
      packages.push([]);
      bytes = 0;
    }
    packages.at(-1)?.push(line);
    bytes += size;
  }
  return packages.map((some) => {
    const hash = createHash('sha256').update(some.join('\n')).digest();
    return { name: hash.subarray(0, 12).toString('base64url'), lines: some };
  });
}

function packLines(lines: readonly string[]): string {
  return gzipSync(lines.join('\n')).toString('base64');
}

function unpackLines(packed: string): readonly string[] {
  return gunzipSync(Buffer.from(packed, 'base64')).toString().split('\n');
}

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
      await retryUnprocessed(names.map(keyOf), readBatch, {
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
