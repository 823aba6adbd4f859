import { knownChains } from '../../functions/chain/chains.ts';
import { type Place, readBounds } from './bounds.ts';
import { type ByContract, contractsOf, contractsRefused } from './by-contract.ts';
import { type PagePosition, readCursor, writeCursor } from './page-cursor.ts';
import { type Reply, refusal } from './reply.ts';
import { rowsWithin } from './rows-within.ts';
import type { SimulatedTransfer } from './simulated-transfer.ts';

const idByName = new Map(knownChains.map(({ name, id }) => [name, id]));

/** By exact name or hex id, as the API takes them; null for an unknown chain. */
export function chainIdOf(chain: string): string | null {
  return idByName.get(chain) ?? (/^0x[0-9a-f]+$/.test(chain) ? chain : null);
}

/**
 * GET /api/v2/:address/erc20/transfers (API document, 4.1) at `now` (epoch milliseconds): newest first, inclusive bounds,
 * a cursor over the transfers known at its first page.
 */
export function answerTransfers(
  address: string,
  query: URLSearchParams,
  transfers: readonly SimulatedTransfer[],
  now: number,
  byContract: ByContract = 'honoured',
): Reply {
  const chainId = chainIdOf(query.get('chain') ?? 'eth');
  if (chainId === null) return refusal(400, ['chain must be a valid enum value']);
  const bounds = readBounds(query);
  if (bounds === null) return refusal(400, ['from and to take a block number or a date']);
  const limit = Number(query.get('limit') ?? 100);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    return refusal(400, ['limit must be a number from 1 to 100']);
  }
  const asked = byContract === 'ignored' ? null : contractsOf(query);
  if (asked !== null && byContract === 'refused') return refusal(400, contractsRefused);
  const wallet = address.toLowerCase();
  const request = JSON.stringify([wallet, chainId, bounds, asked && [...asked]]);
  const start = startOfPage(query.get('cursor'), request, now);
  if (start === null) return refusal(400, 'cursor is not one of this request');

  const known = transfers.filter(
    (transfer) =>
      transfer.chainId === chainId &&
      transfer.knownAt <= (start.knownAt ?? now) &&
      involves(transfer, wallet) &&
      (asked === null || asked.has(transfer.wire.address.toLowerCase())),
  );
  const found = rowsWithin(known, placeOf, bounds, start.after);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = { ...start, page: start.page + 1, after: last === undefined ? start.after : placeOf(last) };
  return {
    status: 200,
    body: {
      page: start.page,
      page_size: limit,
      cursor: found.length > limit ? writeCursor(next) : null,
      result: rows.map(({ wire }) => wire),
    },
  };
}

function placeOf({ block, minedAt, wire }: SimulatedTransfer): Place {
  return { block, time: minedAt.getTime(), index: wire.transaction_index, log: wire.log_index };
}

function involves({ wire }: SimulatedTransfer, wallet: string): boolean {
  return wire.from_address.toLowerCase() === wallet || wire.to_address.toLowerCase() === wallet;
}

/** Null for a cursor of another request. */
function startOfPage(cursor: string | null, request: string, now: number): PagePosition | null {
  if (cursor === null || cursor === '') return { knownAt: now, after: null, page: 0, size: null, request };
  const position = readCursor(cursor);
  return position?.request === request ? position : null;
}
