import { Dispatcher } from 'undici';
import { transferTopic } from '../../../functions/node/movements.ts';
import type { PostToNode } from '../../../functions/node/post-to-node.ts';
import { latency } from '../../../lib/cost/lambda-time.ts';
import { minutesADay } from '../../../lib/cost/load.ts';
import { rpcUnits } from '../../../lib/cost/node-calls.ts';
import { answer } from '../../../lib/simulated-api/answer.ts';
import { type BlockClock, blockAt, timeOf } from '../../../lib/simulated-api/block-clock.ts';
import {
  hashOf,
  type SimulatedTransfer,
  simulatedTransfer,
} from '../../../lib/simulated-api/simulated-transfer.ts';
import { deliver } from '../../simulation/api/exchange.ts';
import { Random } from '../../simulation/random.ts';
import { exchange, imitation, usdc } from '../../support/alerts.ts';
import { topicOf, wireLog } from '../../support/event-logs.ts';
import {
  answerProgram,
  emptyAccounts,
  hexOf,
  type LogFilter,
  type RpcCall,
  readCalls,
} from '../../support/fakes/node-answers.ts';
import type { Scheduler } from '../../support/scheduler.ts';
import type { Tally } from './tally.ts';

const blockMs = 12_000;
/** Ethereum's slots begin at 11, 23, 35, 47 and 59 seconds of a minute. */
const slotOffset = -1_000;
/** How long after a block's own time a node has it. */
const knownToNodeAfter = 2_000;
/** Delay from a transfer's block until the API shows it. */
const indexedAfter = 6_000;
const firstBlock = 18_000_000;
/** More than any poll reads again. */
const maxKept = 20_000;

/** A chain on which each wallet has a transfer in this many minutes of a day, at random; and the API and the node that show it. */
export class DayChain {
  /** Number of transfers so far. */
  count = 0;
  /** Called at each call to the API. */
  onCall: (path: string) => void = () => {};
  /** Transfers in a genuine token: when each was mined, and after how many seconds it was reported. */
  readonly alerts = new Map<string, { readonly minedAt: number; seconds: number | null }>();
  private readonly byWallet = new Map<string, SimulatedTransfer[]>();
  private readonly byBlock = new Map<number, SimulatedTransfer[]>();
  private readonly scheduler: Scheduler;
  private readonly tally: Tally;
  private readonly random = new Random(1);
  private readonly clock: BlockClock;

  constructor(scheduler: Scheduler, tally: Tally) {
    this.scheduler = scheduler;
    this.tally = tally;
    const known = { block: firstBlock, time: scheduler.now + slotOffset };
    this.clock = { millisecondsPerBlock: blockMs, known };
  }

  get head(): number {
    return blockAt(this.clock, this.scheduler.now);
  }

  /**
   * Plans the transfers of the minute that begins now.
   * @param isMixed some transfers leave the wallets, and some are in a stranger's own token
   */
  mineMinute(wallets: readonly string[], activeMinutes: number, isMixed = false): void {
    for (const wallet of wallets) {
      if (this.random.next() * minutesADay >= activeMinutes) continue;
      const symbol = isMixed && this.random.chance(0.2) ? 'GROW' : 'USDC';
      const leaves = isMixed && symbol === 'USDC' && this.random.chance(0.3);
      this.mine(wallet, this.head + this.random.between(1, 5), symbol, leaves);
    }
  }

  /** Called with SNS's message: it has the alert's JSON among its texts. */
  published(message: string): void {
    const texts: { readonly default?: string } = JSON.parse(message);
    const { transfer }: { transfer?: { transactionHash: string } | null } = JSON.parse(texts.default ?? '{}');
    const alert = this.alerts.get(transfer?.transactionHash ?? '');
    if (alert?.seconds === null) alert.seconds = (this.scheduler.now - alert.minedAt) / 1_000;
  }

  /** Mines this many transfers of a stranger's own token into the newest block. */
  mineStorm(wallet: string, count: number, symbol: string): void {
    for (let i = 0; i < count; i += 1) this.mine(wallet, this.head, symbol);
  }

  private mine(wallet: string, block: number, symbol: string, leaves = false): void {
    const minedAt = timeOf(this.clock, block);
    const isReal = symbol === 'USDC';
    const made = simulatedTransfer({
      chainId: '0x1',
      knownAt: minedAt + indexedAfter,
      transaction: `transfer ${this.count}`,
      token: isReal
        ? { address: usdc, name: 'USD Coin', symbol, decimals: 6, verified: true }
        : { address: imitation, name: symbol, symbol, decimals: 6, verified: false },
      from: leaves ? wallet : exchange,
      to: leaves ? exchange : wallet,
      value: 12_500_000n,
      block,
      minedAt: new Date(minedAt),
      transactionIndex: 3,
      logIndex: 7 + this.count,
    });
    this.byWallet.set(wallet, [...(this.byWallet.get(wallet) ?? []).slice(-maxKept), made]);
    this.byBlock.set(block, [...(this.byBlock.get(block) ?? []), made]);
    if (isReal) this.alerts.set(made.wire.transaction_hash, { minedAt, seconds: null });
    this.count += 1;
  }

  /** The API over HTTP, as undici calls it. */
  api(): Dispatcher {
    const { scheduler, tally, byWallet } = this;
    const called = (path: string) => this.onCall(path);
    return new (class extends Dispatcher {
      override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
        const { pathname: path, searchParams: query } = new URL(options.path, 'https://api.example');
        tally.add('calls to the API', { apiCalls: 1 });
        called(path);
        const contents = { transfers: (_: number, wallet: string) => byWallet.get(wallet) ?? [], coins: [] };
        const { status, body } = answer({ method: 'GET', path, query, key: null }, contents, scheduler.now);
        const reply = { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
        deliver(reply, 'whole', latency.api * 1_000, options, handler, scheduler, () => {});
        return true;
      }
    })();
  }

  /** The node's post function. */
  readonly post: PostToNode = async (_url, body) => {
    const { calls } = readCalls(body);
    await new Promise<void>((done) => this.scheduler.after(latency.api * 1_000, done));
    for (const { method } of calls)
      this.tally.add('calls to the node', { rpcCalls: 1, rpcUnits: unitsOf(method) });
    return {
      status: 200,
      body: JSON.stringify(calls.map((call) => ({ id: call.id, result: this.result(call) }))),
    };
  };

  private result({ method, params: [first] }: RpcCall): unknown {
    if (method === 'eth_chainId') return '0x1';
    if (method === 'eth_getLogs') return this.logs(first);
    if (method === 'eth_call') return answerOfCall(first);
    const number =
      first === 'latest' ? blockAt(this.clock, this.scheduler.now - knownToNodeAfter) : Number(first);
    const timestamp = Math.floor(timeOf(this.clock, number) / 1_000);
    return {
      number: hexOf(number),
      hash: hashOf(`block ${number}`),
      timestamp: hexOf(timestamp),
      transactions: [],
    };
  }

  private logs(filter: LogFilter): object[] {
    const placeOf = (block: number) => ({
      blockNumber: hexOf(block),
      blockHash: hashOf(`block ${block}`),
      blockTimestamp: hexOf(Math.floor(timeOf(this.clock, block) / 1_000)),
    });
    const lists = filter.topics.map((one) => (one === null ? null : new Set([one].flat())));
    const logs: object[] = [];
    for (let block = Number(filter.fromBlock); block <= Number(filter.toBlock); block += 1)
      for (const { wire } of this.byBlock.get(block) ?? []) {
        const topics = [transferTopic, topicOf(wire.from_address), topicOf(wire.to_address)];
        if (!lists.every((list, at) => list === null || list.has(topics[at] ?? ''))) continue;
        const place = { transactionIndex: hexOf(wire.transaction_index), logIndex: hexOf(wire.log_index) };
        const { address, transaction_hash: transactionHash } = wire;
        logs.push(wireLog({ address, topics, ...placeOf(block), transactionHash, ...place }));
      }
    return logs;
  }
}

function unitsOf(method: RpcCall['method']): number {
  if (method === 'eth_getLogs') return rpcUnits.logs;
  return method === 'eth_getBlockByNumber' ? rpcUnits.block : 0;
}

/** A token has 6 decimals and answers nothing else; wallets have no balance and run no code. */
function answerOfCall({ to, data }: { readonly to?: string; readonly data: string }): string {
  if (to === undefined) return answerProgram(data, emptyAccounts) ?? '0x';
  return data === '0x313ce567' ? topicOf('0x6') : '0x';
}
