import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { documentedChains } from './documented-chains.ts';

/**
 * Both endpoints of the API document over a chain that the test writes: newest first, filtered by block or date, paged
 * by cursor. Numbers go over the wire as the live service sends them, as decimal strings.
 */

/** What a test says of a transfer; the rest is made up. */
export interface MinedTransfer {
  readonly chain: string;
  readonly from: string;
  readonly to: string;
  /** Base units. */
  readonly value: bigint;
  readonly token?: Partial<FakeToken>;
  /** In place of the next block. */
  readonly block?: number;
  readonly minedAt?: Date;
  readonly possibleSpam?: boolean;
  readonly fromLabel?: string;
}

export interface FakeToken {
  readonly address: string;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  readonly verified: boolean;
}

/** One row of the endpoint's reply, and where it stands. */
export interface MinedRow {
  readonly serial: number;
  readonly chainId: string;
  readonly block: number;
  readonly minedAt: Date;
  readonly wire: Readonly<Record<string, unknown>>;
}

/** An answer in place of the real one; `hang` never answers. */
export type Fault =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'hang';

export const faults = {
  keyRefused: { status: 401, body: { message: 'Invalid key' } },
  planExhausted: {
    status: 401,
    body: {
      message:
        'Validation service blocked: Your plan: free-plan-daily total included usage has been consumed, please upgrade your plan.',
    },
  },
  tooManyRequests: { status: 429, body: { message: 'Rate limit exceeded.' } },
  unavailable: { status: 503, body: '<html>Service Unavailable</html>' },
  hang: 'hang',
} as const satisfies Record<string, Fault>;

export interface Call {
  /** Epoch milliseconds of its arrival. */
  readonly at: number;
  readonly path: string;
  readonly endpoint: 'transfers' | 'coins' | 'none';
  readonly wallet: string | null;
  readonly query: URLSearchParams;
  readonly status: number | 'hang';
}

export const usdc: FakeToken = {
  address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  verified: true,
};

/** Any other chain goes by its hex id. */
const chainId = (chain: string) => documentedChains[chain] ?? chain.toLowerCase();
const hash = (text: string) => `0x${createHash('sha256').update(text).digest('hex')}`;
const largestPage = 100;

export class FakeApi {
  /** Every call since the last clear(), refused ones included. */
  calls: Call[] = [];
  /** Answers with this until it is null again. */
  fault: Fault | null = null;
  /** Answers single calls in another way; null for those that are answered as ever. */
  faultFor: (call: Omit<Call, 'status'>) => Fault | null = () => null;
  /** The only key that is not refused. */
  key: string;

  private rows: MinedRow[] = [];
  private mined = 0;
  private readonly coins = new Map<string, Readonly<Record<string, unknown>>>();
  private readonly server = createServer((request, response) => this.answer(request, response));
  private nextBlock = 20_000_000;

  constructor(key: string) {
    this.key = key;
  }

  /** @param port 0 for any that is free */
  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    const { port: bound } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${bound}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Adds a transfer to its chain, in a new block unless told otherwise. */
  mine(transfer: MinedTransfer): MinedRow {
    const serial = this.mined;
    this.mined += 1;
    const block = transfer.block ?? this.nextBlock;
    this.nextBlock = Math.max(this.nextBlock, block) + 1;
    const minedAt = transfer.minedAt ?? new Date();
    const token = { ...usdc, ...transfer.token };
    const row: MinedRow = {
      serial,
      chainId: chainId(transfer.chain),
      block,
      minedAt,
      wire: {
        token_name: token.name,
        token_symbol: token.symbol,
        token_logo: null,
        token_decimals: token.decimals === null ? null : String(token.decimals),
        transaction_hash: hash(`transaction ${serial} ${transfer.from} ${transfer.to}`),
        address: token.address,
        block_timestamp: minedAt.toISOString(),
        block_number: String(block),
        block_hash: hash(`block ${block}`),
        to_address: transfer.to,
        to_address_label: null,
        from_address: transfer.from,
        from_address_label: transfer.fromLabel ?? null,
        value: String(transfer.value),
        transaction_index: 3,
        log_index: serial,
        possible_spam: transfer.possibleSpam ?? false,
        verified_contract: token.verified,
      },
    };
    this.rows.push(row);
    return row;
  }

  /** A re-org: the chain has never had this transfer. */
  drop(row: MinedRow): void {
    this.rows = this.rows.filter(({ serial }) => serial !== row.serial);
  }

  /** A re-org: the transfer that was dropped is mined again after all. */
  restore(row: MinedRow): void {
    this.rows.push(row);
  }

  /** A re-org: the same transfer stands in another block, with another hash and log entry. */
  move(row: MinedRow, block: number): void {
    const wire = {
      ...row.wire,
      block_number: String(block),
      block_hash: hash(`moved to ${block}`),
      log_index: 7,
    };
    this.rows = this.rows.map((other) => (other.serial === row.serial ? { ...other, block, wire } : other));
  }

  /** Makes a coin known to the coins endpoint, in the fields of the API document. */
  addCoin(coin: Readonly<Record<string, unknown>>): void {
    this.coins.set(String(coin.coin_type_hash), coin);
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, wallet] = /^\/api\/v[\d.]+\/(0x[0-9a-fA-F]{40})\/erc20\/transfers$/.exec(url.pathname) ?? [];
    const endpoint = wallet !== undefined ? 'transfers' : url.pathname === '/coins' ? 'coins' : 'none';
    const call = {
      at: Date.now(),
      path: url.pathname,
      endpoint,
      wallet: wallet?.toLowerCase() ?? null,
      query: url.searchParams,
    } as const;
    const reply = this.reply(call, request.headers['x-api-key']);
    this.calls.push({ ...call, status: reply === 'hang' ? 'hang' : reply.status });
    if (reply === 'hang') return;
    const { status, body = {}, headers } = reply;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  }

  private reply(call: Omit<Call, 'status'>, key: string | string[] | undefined): Fault {
    const fault = this.fault ?? this.faultFor(call);
    if (fault !== null) return fault;
    if (key !== this.key) return faults.keyRefused;
    if (call.endpoint === 'coins') return { status: 200, body: this.findCoins(call.query) };
    if (call.wallet === null) return { status: 404, body: { message: 'Not Found' } };
    return { status: 200, body: this.page(call.wallet, call.query) };
  }

  private page(wallet: string, query: URLSearchParams): unknown {
    const limit = Math.min(Number(query.get('limit') ?? largestPage), largestPage);
    const older = Number(query.get('cursor') ?? Number.POSITIVE_INFINITY);
    const rows = this.rows
      .filter((row) => involves(row, wallet) && row.chainId === chainId(query.get('chain') ?? 'eth'))
      .filter((row) => isWithin(row, query))
      .toSorted((a, b) => b.block - a.block || b.serial - a.serial);
    // A cursor names a row, not a number of rows: what is mined in between does not shift the pages.
    const from = Number.isFinite(older) ? rows.findIndex(({ serial }) => serial === older) + 1 : 0;
    const page = rows.slice(from, from + limit);
    const last = page.at(-1);
    return {
      total: null,
      page: 0,
      page_size: limit,
      cursor: last !== undefined && from + limit < rows.length ? String(last.serial) : null,
      result: page.map(({ wire }) => wire),
    };
  }

  private findCoins(query: URLSearchParams): unknown[] {
    const hashes = [
      ...query.getAll('coin_type_hashes[]'),
      ...query.getAll('coin_type_hashes').flatMap((value) => value.split(',')),
    ];
    return hashes.flatMap((one) => this.coins.get(one) ?? []);
  }
}

function involves({ wire }: MinedRow, wallet: string): boolean {
  return [wire.from_address, wire.to_address].some((side) => String(side).toLowerCase() === wallet);
}

/** Both ends are inclusive; where a block and a date are given, the block counts (API document, 4.1, rules 1 and 2). */
function isWithin({ block, minedAt }: MinedRow, query: URLSearchParams): boolean {
  const bound = (side: 'from' | 'to') => {
    const atBlock = query.get(`${side}_block`);
    if (atBlock !== null) return block - Number(atBlock);
    const date = query.get(`${side}_date`);
    if (date === null) return 0;
    return minedAt.getTime() - (/^\d+$/.test(date) ? Number(date) * 1_000 : Date.parse(date));
  };
  return bound('from') >= 0 && bound('to') <= 0;
}
