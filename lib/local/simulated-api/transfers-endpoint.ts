import { knownChains } from '../../../functions/chain/chains.ts';
import { isWithin, readBounds } from './bounds.ts';
import { type PagePosition, readCursor, writeCursor } from './page-cursor.ts';
import { type Reply, refusal } from './reply.ts';
import type { SimulatedTransfer, WireTransfer } from './simulated-transfer.ts';

/** The API takes a chain by its very name or by its hex id. */
const chainIds = new Map(knownChains.flatMap(({ name, id }) => [[name, id] as const, [id, id] as const]));

/**
 * GET /api/v2/:address/erc20/transfers (API document, 4.1), of the transfers known `now` (epoch milliseconds):
 * newest first, inclusive bounds, and a cursor that stays on the transfers known at its first page.
 */
export function answerTransfers(
  address: string,
  query: URLSearchParams,
  transfers: readonly SimulatedTransfer[],
  now: number,
): Reply {
  const chainId = chainIds.get(query.get('chain') ?? 'eth');
  if (chainId === undefined) return refusal(400, ['chain must be a valid enum value']);
  const bounds = readBounds(query);
  if (bounds === null) return refusal(400, ['from and to take a block number or a date']);
  const limit = Number(query.get('limit') ?? 100);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    return refusal(400, ['limit must be a number from 1 to 100']);
  }
  const wallet = address.toLowerCase();
  const start = startOfPage(query.get('cursor'), JSON.stringify([wallet, chainId, bounds]), now);
  if (start === null) return refusal(400, 'cursor is not one of this request');

  const rows = transfers
    .filter((transfer) => transfer.chainId === chainId && transfer.knownAt <= start.knownAt)
    .map(({ row }) => row)
    .filter((row) => (row.from_address === wallet || row.to_address === wallet) && isWithin(bounds, row))
    .sort(newestFirst);
  const end = start.offset + limit;
  return {
    status: 200,
    body: {
      page: Math.floor(start.offset / limit),
      page_size: limit,
      cursor: end < rows.length ? writeCursor({ ...start, offset: end }) : null,
      result: rows.slice(start.offset, end),
    },
  };
}

/** Where a page begins; null for a cursor of another request or of nobody. */
function startOfPage(cursor: string | null, request: string, now: number): PagePosition | null {
  if (cursor === null || cursor === '') return { knownAt: now, offset: 0, request };
  const position = readCursor(cursor);
  return position?.request === request ? position : null;
}

function newestFirst(a: WireTransfer, b: WireTransfer): number {
  return (
    Number(b.block_number) - Number(a.block_number) ||
    b.transaction_index - a.transaction_index ||
    b.log_index - a.log_index
  );
}
