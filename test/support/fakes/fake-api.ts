import {
  type ApiRequest,
  answer,
  chainIdOf,
  type SimulatedCoin,
  walletOf,
} from '../../../lib/simulated-api/answer.ts';
import type { Reply } from '../../../lib/simulated-api/reply.ts';
import { type ServedApi, serveApi } from '../../../lib/simulated-api/serve-api.ts';
import {
  type SimulatedToken,
  type SimulatedTransfer,
  simulatedTransfer,
  usdc,
} from '../../../lib/simulated-api/simulated-transfer.ts';
import { keyRefused, planExhausted, tooManyRequests } from './api-refusals.ts';

/** An answer in place of the real one; `hang` never answers. */
export type Fault = Reply | 'hang';

export const faults = {
  keyRefused,
  planExhausted,
  tooManyRequests,
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

/** A transfer's fields; missing ones are made up. */
export interface MinedTransfer {
  /** The chain's name or hex id. */
  readonly chain: string;
  readonly from: string;
  readonly to: string;
  /** Base units. */
  readonly value: bigint;
  readonly token?: Partial<SimulatedToken>;
  /** Replaces the next block's number. */
  readonly block?: number;
  readonly minedAt?: Date;
  readonly possibleSpam?: boolean;
  readonly fromLabel?: string;
}

/**
 * The simulated API over chains that a test writes, whose mined transfers are visible at once: it counts calls, requires
 * its key, and fails on request.
 */
export class FakeApi {
  /** Every call since the list was last emptied, including refused ones. */
  calls: Call[] = [];
  /** Every call gets this answer until it is null again. */
  fault: Fault | null = null;
  /** Replaces the answers of single calls; null leaves the usual answer. */
  faultFor: (call: Omit<Call, 'status'>) => Fault | null = () => null;
  /** The only key that it accepts. */
  key: string;
  readonly coins: SimulatedCoin[] = [];
  private served: ServedApi | null = null;
  private readonly standing: SimulatedTransfer[] = [];
  private nextBlock = 20_000_000;

  constructor(key: string) {
    this.key = key;
  }

  /** @param port 0 for any free port */
  async listen(port = 0): Promise<string> {
    this.served = await serveApi((request) => this.answer(request), port);
    return this.served.address;
  }

  async close(): Promise<void> {
    await this.served?.stop();
  }

  transfers(): readonly SimulatedTransfer[] {
    return this.standing;
  }

  mine({ chain, block = this.nextBlock, token, minedAt, ...rest }: MinedTransfer): SimulatedTransfer {
    this.nextBlock = Math.max(this.nextBlock, block) + 1;
    const serial = this.standing.length;
    const now = Date.now();
    const transfer = simulatedTransfer({
      ...rest,
      chainId: chainIdOf(chain) ?? chain,
      token: { ...usdc, ...token },
      block,
      minedAt: minedAt ?? new Date(now),
      knownAt: now,
      transaction: `transaction ${serial} ${rest.from} ${rest.to}`,
      transactionIndex: 3,
      logIndex: serial,
    });
    this.standing.push(transfer);
    return transfer;
  }

  /** Adds a coin to the coins endpoint, in the fields of the API document. */
  addCoin(coin: Readonly<Record<string, unknown>>): void {
    this.coins.push({ ...coin, coin_type_hash: String(coin.coin_type_hash) });
  }

  private answer(request: ApiRequest): Fault {
    const { path, query, key } = request;
    const wallet = walletOf(path);
    const endpoint = wallet !== null ? 'transfers' : path === '/coins' ? 'coins' : 'none';
    const call = { at: Date.now(), path, endpoint, wallet, query } as const;
    const fault = this.fault ?? this.faultFor(call) ?? (key === this.key ? null : faults.keyRefused);
    const reply = fault ?? answer(request, this, call.at);
    this.calls.push({ ...call, status: reply === 'hang' ? 'hang' : reply.status });
    return reply;
  }
}
