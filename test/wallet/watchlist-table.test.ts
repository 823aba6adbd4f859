import { DynamoDBDocumentClient, type ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { scanWatchlist } from '../../functions/wallet/read-watchlist.ts';

/** A client that answers a scan of `Watchlist` page by page; the last but one page is empty, as filters make them. */
function clientWith(...pages: object[][]) {
  const send = async ({ input: { TableName, ExclusiveStartKey: at } }: ScanCommand) => {
    expect(TableName).toBe('Watchlist');
    const page = Number(at?.page ?? 0);
    return {
      ...(pages[page]?.length ? { Items: pages[page] } : {}),
      ...(page + 1 < pages.length ? { LastEvaluatedKey: { page: page + 1 } } : {}),
    };
  };
  return Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send });
}

it('the Watchlist is read to its last page, each row with all that was typed', async () => {
  const rows = [
    { wallet: 'a', chain: 'eth', label: 'x' },
    { wallet: 'b', chain: 'eth', own_note: '7' },
  ];
  expect(await scanWatchlist(clientWith(rows.slice(0, 1), [], rows.slice(1)), 'Watchlist')).toEqual(rows);
});

it('an item without its key is none of the Watchlist', async () => {
  await expect(scanWatchlist(clientWith([{ wallet: 'a' }]), 'Watchlist')).rejects.toThrow('chain');
});
