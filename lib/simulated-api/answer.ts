import * as z from 'zod';
import { knownChains } from '../../functions/chain/chains.ts';
import { type Place, readBounds, rowsWithin } from './bounds.ts';
import { type Reply, refusal } from './reply.ts';
import type { SimulatedTransfer } from './simulated-transfer.ts';

/** A request as the API sees it. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly key: string | null;
}

/** API document, 2.3. */
export interface SimulatedCoin {
  readonly coin_type_hash: string;
  readonly [field: string]: unknown;
}

export interface ApiContents {
  /** Mined up to `now` (epoch milliseconds) or later; called at every request for a wallet's transfers. */
  transfers(now: number, wallet: string): readonly SimulatedTransfer[];
  readonly coins: readonly SimulatedCoin[];
}

const transfersPath = /^\/api\/v\d+(?:\.\d+)?\/(0x[0-9a-f]{40})\/erc20\/transfers$/i;

/** Null for any other path. */
export function walletOf(path: string): string | null {
  return transfersPath.exec(path)?.[1]?.toLowerCase() ?? null;
}

/** Both endpoints of the API document. Any key is accepted. */
export function answer({ method, path, query }: ApiRequest, contents: ApiContents, now: number): Reply {
  if (method === 'GET' && path === '/coins') return answerCoins(query, contents.coins);
  const wallet = walletOf(path);
  if (method !== 'GET' || wallet === null) return refusal(404, `Cannot ${method} ${path}`);
  return answerTransfers(wallet, query, contents.transfers(now, wallet), now);
}

/** GET /coins (API document, 4.2): 1 to 25 hashes a call, in brackets, repeated, or with commas between. */
export function answerCoins(query: URLSearchParams, coins: readonly SimulatedCoin[]): Reply {
  const hashes = [...query.getAll('coin_type_hashes'), ...query.getAll('coin_type_hashes[]')]
    .flatMap((value) => value.split(','))
    .filter((hash) => hash !== '');
  if (hashes.length < 1 || hashes.length > 25) {
    return badRequest('coin_type_hashes must contain 1 to 25 elements');
  }
  const malformed = hashes.filter((hash) => !/^[0-9a-f]{64}$/.test(hash));
  if (malformed.length > 0) return badRequest('coin_type_hashes must be 64 characters each');
  return { status: 200, body: coins.filter((coin) => hashes.includes(coin.coin_type_hash)) };
}

function badRequest(message: string): Reply {
  return { status: 400, body: { statusCode: '400', message: [message], error: 'Bad Request' } };
}

const place = z.object({ block: z.number(), time: z.number(), index: z.number(), log: z.number() });

/** A page's start: its request, when the read began, and the last transfer shown. */
const position = z.object({
  /** Null: each page shows what is known by then. */
  knownAt: z.number().nullable(),
  after: place.nullable(),
  /** Pages so far, or any number that makes cursors differ. */
  page: z.int().min(0),
  /** Null: the requested size. */
  size: z.int().nullable(),
  request: z.string(),
});

export type PagePosition = z.infer<typeof position>;

export function writeCursor(at: PagePosition): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url');
}

/** Null for another text. */
export function readCursor(text: string): PagePosition | null {
  try {
    return position.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return null;
  }
}

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
): Reply {
  const chainId = chainIdOf(query.get('chain') ?? 'eth');
  if (chainId === null) return refusal(400, ['chain must be a valid enum value']);
  const bounds = readBounds(query);
  if (bounds === null) return refusal(400, ['from and to take a block number or a date']);
  const limit = Number(query.get('limit') ?? 100);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    return refusal(400, ['limit must be a number from 1 to 100']);
  }
  const asked = contractsOf(query);
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

const parameters = ['contract_addresses[]', 'contract_addresses'];

/** The contracts that a request asks for, in lower case; null: for all. */
export function contractsOf(query: URLSearchParams): ReadonlySet<string> | null {
  const given = parameters.flatMap((name) => query.getAll(name));
  return given.length === 0 ? null : new Set(given.map((address) => address.toLowerCase()));
}
