import { DynamoDBDocumentClient, type ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { tableItems } from '../../functions/runtime/table-items.ts';
import { createWatchlistScan } from '../../functions/wallet/watchlist-table.ts';

/** A table that returns at most three rows a page, the rows of its segments in turn; a segment's last page is empty, as in DynamoDB. */
function tableOf(...rows: object[]) {
  const table = { rows, requests: 0, underWay: 0, most: 0 };
  const send = async ({ input }: ScanCommand) => {
    expect(input.TableName).toBe('Watchlist');
    const { Segment = 0, TotalSegments = 1, ExclusiveStartKey: at } = input;
    table.requests += 1;
    table.underWay += 1;
    table.most = Math.max(table.most, table.underWay);
    await Promise.resolve();
    table.underWay -= 1;
    const part = table.rows.filter((_, n) => n % TotalSegments === Segment);
    const from = Number(at?.from ?? 0);
    return {
      ...(from < part.length ? { Items: part.slice(from, from + 3) } : {}),
      ...(from + 3 <= part.length ? { LastEvaluatedKey: { from: from + 3 } } : {}),
    };
  };
  const client = Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send });
  const scan = createWatchlistScan(tableItems(client, 'Watchlist'));
  const walletsOf = async () => (await scan(({ wallet }) => wallet)).toSorted();
  return { table, scan, walletsOf };
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ wallet: String(n).padStart(3, '0'), chain: 'eth' }));

it('each row is returned with all typed attributes', async () => {
  const rows = [
    { wallet: 'a', chain: 'eth', label: 'x' },
    { wallet: 'b', chain: 'eth', own_note: '7' },
  ];
  expect(await tableOf(...rows).scan((row) => row)).toEqual(rows);
});

it('an item without its key is not a row', async () => {
  await expect(tableOf({ wallet: 'a' }).walletsOf()).rejects.toThrow('chain');
});

it('a small table is one request a tick', async () => {
  const { table, walletsOf } = tableOf(...numbered(2));
  await walletsOf();
  await walletsOf();
  expect(table.requests).toBe(2);
});

it('a large table is read to the last page of each segment, in parallel', async () => {
  const rows = numbered(40);
  const { table, walletsOf } = tableOf(...rows);
  const wallets = rows.map(({ wallet }) => wallet);
  expect(await walletsOf()).toEqual(wallets);
  expect(table.most).toBe(4);
  table.requests = 0;
  expect(await walletsOf()).toEqual(wallets);
  // Each of four segments has ten rows on four pages; no page was requested twice.
  expect(table.requests).toBe(16);
});

it('a table that was large and is small again takes one request', async () => {
  const { table, walletsOf } = tableOf(...numbered(40));
  await walletsOf();
  table.rows = numbered(2);
  expect(await walletsOf()).toEqual(['000', '001']);
  table.requests = 0;
  expect(await walletsOf()).toEqual(['000', '001']);
  expect(table.requests).toBe(1);
});
