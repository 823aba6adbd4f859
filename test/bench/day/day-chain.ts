import { Dispatcher } from 'undici';
import type { PostToNode } from '../../../functions/node/post-to-node.ts';
import { latency } from '../../../lib/cost/lambda-time.ts';
import { minutesADay } from '../../../lib/cost/load.ts';
import { rpcUnits } from '../../../lib/cost/node-calls.ts';
import { answer } from '../../../lib/simulated-api/answer.ts';
import { type BlockClock, blockAt, timeOf } from '../../../lib/simulated-api/block-clock.ts';
import { answerNode } from '../../../lib/simulated-api/simulated-node.ts';
import { type SimulatedTransfer, simulatedTransfer } from '../../../lib/simulated-api/simulated-transfer.ts';
import { deliver } from '../../simulation/api/exchange.ts';
import { Random } from '../../simulation/random.ts';
import { exchange, imitation, usdc } from '../../support/alerts.ts';
import { type RpcCall, readCalls } from '../../support/fakes/node-answers.ts';
import type { Scheduler } from '../../support/scheduler.ts';
import type { Tally } from './tally.ts';

const blockMs = 12_000;
/** Ethereum's slots begin at 11, 23, 35, 47 and 59 seconds of a minute. */
const slotOffset = -1_000;
/** The node of `npm start` has a block three seconds after the block's time, this one two. */
const sooner = 1_000;
/** More than a scan ever asks for. */
const scannedBlocks = 10;
/** Delay from a transfer's block until the API shows it. */
const indexedAfter = 6_000;
const firstBlock = 18_000_000;
const nothingElse = { logs: [], delegations: [], names: new Map() };
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
    await new Promise<void>((done) => this.scheduler.after(latency.api * 1_000, done));
    for (const { method } of readCalls(body).calls)
      this.tally.add('calls to the node', { rpcCalls: 1, rpcUnits: unitsOf(method) });
    const newest = Array.from({ length: scannedBlocks }, (_, n) => this.byBlock.get(this.head - n) ?? []);
    const chain = { chainId: '0x1', clock: this.clock, transfers: newest.flat(), only: nothingElse };
    const reply = answerNode(body, chain, this.scheduler.now + sooner);
    return { status: reply.status, body: JSON.stringify(reply.body) };
  };
}

function unitsOf(method: RpcCall['method']): number {
  if (method === 'eth_getLogs') return rpcUnits.logs;
  return method === 'eth_getBlockByNumber' ? rpcUnits.block : 0;
}
