import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AskNode } from '../../../functions/node/calls.ts';
import { nativeEmitter, transferTopic } from '../../../functions/node/movements.ts';
import type { NodeReply, PostToNode } from '../../../functions/node/post-to-node.ts';
import { type ServedApi, served } from '../../../lib/simulated-api/serve-api.ts';
import { topicOf } from '../event-logs.ts';
import {
  answerProgram,
  failed,
  hexOf,
  type LogFilter,
  matches,
  type RpcAnswer,
  type RpcCall,
  readCalls,
} from './node-answers.ts';

const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';

interface FakeBlock {
  readonly number: number;
  readonly hash: string;
  /** Epoch milliseconds. */
  readonly minedAt: number;
  readonly logs: readonly FakeLog[];
  /** Transactions that send the chain's own coin. */
  readonly sent: readonly FakeTransfer[];
  readonly moved: readonly Moved[];
}

/** A change of a wallet's coin that no transaction shows. */
export type Moved = readonly [wallet: string, change: bigint];

interface FakeLog {
  readonly address: string;
  readonly data: string;
  readonly topics: readonly string[];
  readonly transactionHash?: string;
}

/** A transfer as the node has it; an ERC-721 transfer has its token's number. */
export interface FakeTransfer {
  readonly from: string;
  readonly to: string;
  /** Null for the chain's own coin. */
  readonly token?: string | null;
  /** An approval instead of a transfer: the receiver may spend this value. */
  readonly approves?: true;
  readonly tokenId?: number;
  /** Base units; 1 by default. */
  readonly value?: bigint;
  /** Coin that its sender, a contract, pays out: a stranger's transaction calls the contract. */
  readonly internal?: true;
  /** Gives its log the same transaction hash in any block. */
  readonly transaction?: string;
  /** A transaction that moves no coin and costs its fee. */
  readonly failed?: true;
  /** Only the transaction has its gas price, the receipt lacks it. */
  readonly unpriced?: true;
  /** The receiver is a contract that the transaction creates. */
  readonly creates?: true;
}

/** A host's limits for one eth_getLogs; a larger call is answered with `says`. */
export interface FakeLimits {
  readonly blocks?: number;
  readonly topics?: number;
  readonly results?: number;
  /** Logs of earlier blocks are missing. */
  readonly from?: number;
  readonly says?: (filter: LogFilter) => string;
}

/** A JSON-RPC node over a chain that a test writes, in memory or on loopback. It can fail in all the ways that nodes fail. */
export class FakeNode {
  chainId = '0x1';
  limits: FakeLimits = {};
  /** Number of newest blocks that it does not know yet, though others do: it silently omits their logs. */
  lag = 0;
  /** It names the newest block, but answers for logs as if it lagged this many blocks behind. */
  logLag = 0;
  takesBatches = true;
  /** Its blocks log each movement of coin (EIP-7708). */
  logsCoin = false;
  hangs = false;
  /** Replaces every answer. */
  reply: NodeReply | null = null;
  /** Called before each request is answered; may throw, or return a reply in place of its own. */
  atRequest: (body: string) => NodeReply | undefined | Promise<NodeReply | undefined> = () => undefined;
  /** The contract whose code each account runs. */
  readonly delegates = new Map<string, string>();
  /** The block in which all delegations began. */
  delegatedIn = 0;
  /** Its answer for every transaction. */
  transaction: { readonly from: string } | null = { from: stranger };
  /** Every token's answer for every allowance; null: the call reverts. */
  allowance: bigint | null = null;
  /** The node that answers for allowances is this many blocks behind, at a time without an allowance. */
  allowanceLag = 0;
  /** The error of every call for balances and code. */
  refusesState: string | null = null;
  /** Of so many newest blocks it knows the balances. */
  stateOf = Infinity;
  /** False: it refuses calls without a receiver; a string: its answer to them. */
  runsPrograms: boolean | string = true;
  /** It returns no block with transactions. */
  refusesBodies = false;
  /** The error of every call of eth_getLogs. */
  refusesLogs: string | null = null;
  /** Every call since the list was last emptied, including those of batches. */
  calls: { readonly method: string; readonly params: readonly unknown[] }[] = [];
  /** After this many calls it answers 429. */
  mostCalls = Infinity;
  /** Number of calls in each request. */
  requests: number[] = [];
  private blocks: FakeBlock[] = [];
  private forks = 0;
  private served: ServedApi | null = null;
  /** How many blocks the node that answers this request is behind. */
  private behind = 0;
  /** Most of twenty thousand wallets never move. */
  private readonly movers = new Set<string>();
  private readonly transactions = new Map<string, FakeTransfer>();

  /** Begins with the first block. */
  constructor(first: number, minedAt: number) {
    this.mine([], minedAt, first);
  }

  get head(): FakeBlock {
    return this.blocks.at(-1) ?? { number: 0, hash: '', minedAt: 0, logs: [], sent: [], moved: [] };
  }

  block(number: number): FakeBlock {
    return this.blocks.find((block) => block.number === number) ?? this.head;
  }

  /** Mines one block with these transfers. */
  mine(
    transfers: readonly FakeTransfer[],
    minedAt: number,
    number = this.head.number + 1,
    moved: readonly Moved[] = [],
  ): FakeBlock {
    const hash = hashOf(`${number} ${this.forks}`);
    const [sent, logged] = [true, false].map((isCoin) =>
      transfers.filter(({ token }) => (token === null) === isCoin),
    );
    const coin = this.logsCoin ? (sent ?? []).map((one) => ({ ...one, token: nativeEmitter })) : [];
    const logs = [...(logged ?? []), ...coin].map(logOf);
    const block = { number, hash, minedAt, logs, sent: sent ?? [], moved };
    this.blocks.push(block);
    for (const [at, one] of block.sent.entries()) {
      this.transactions.set(hashAt(number, firstOf(block) + at), one);
      this.movers.add(one.from).add(one.to);
    }
    for (const [wallet] of moved) this.movers.add(wallet);
    return block;
  }

  /** Replaces the newest blocks by empty ones with the same times, and mines one more. */
  reorg(depth: number): void {
    this.forks += 1;
    for (const { number, minedAt } of this.blocks.splice(-depth)) this.mine([], minedAt, number);
  }

  /** Removes the newest blocks. */
  truncate(depth: number): void {
    this.blocks.splice(-depth);
  }

  /** The post function for code that takes one as a dependency. */
  readonly post: PostToNode = async (_url, body, signal) => {
    const reply = await this.replyTo(body);
    if (reply !== null) return reply;
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  };

  /** The same without HTTP. */
  readonly ask: AskNode['ask'] = async (calls) => {
    this.calls.push(...calls);
    return calls.map((call) => {
      const answer = this.resultOrError({ id: 0, ...call, params: [...call.params] });
      return 'error' in answer ? { error: answer.error.message } : answer;
    });
  };

  /** Serves it on this machine and returns its address. */
  async listen(): Promise<string> {
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const reply = await this.replyTo(body);
      if (reply === null) return;
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(reply.body);
    });
    this.served = await served(server);
    return this.served.address;
  }

  async close(): Promise<void> {
    await this.served?.stop();
  }

  private async replyTo(body: string): Promise<NodeReply | null> {
    return (await this.atRequest(body)) ?? this.answer(body);
  }

  /** Null: the node hangs. */
  private answer(body: string): NodeReply | null {
    const { calls, isBatch } = readCalls(body);
    this.calls.push(...calls.map(({ method, params }) => ({ method, params })));
    this.requests.push(calls.length);
    const isOfAllowances = calls.some(({ params: [call] }) => isAllowance(call?.data));
    this.behind = isOfAllowances ? this.allowanceLag : 0;
    if (this.hangs) return null;
    if (this.reply !== null) return this.reply;
    if (this.calls.length > this.mostCalls) return { status: 429, body: '' };
    if (isBatch && !this.takesBatches)
      return json({ jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' } });
    const answers = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, ...this.resultOrError(call) }));
    // In any order, as the JSON-RPC specification allows.
    return json(isBatch ? answers.reverse() : answers[0]);
  }

  private resultOrError(call: RpcCall): RpcAnswer {
    try {
      return this.result(call);
    } catch (error) {
      return failed(String(error));
    }
  }

  private result({ method, params: [first, second] }: RpcCall): RpcAnswer {
    if (method === 'eth_chainId') return { result: this.chainId };
    if (method === 'eth_getBlockByNumber') {
      const known = this.blocks.slice(0, Math.max(0, this.blocks.length - this.lag - this.behind));
      const block =
        first === 'latest'
          ? known.at(-1)
          : // A load balancer may ask another node for the logs, and that node is behind.
            known.find(({ number }) => number === Number(first) && number <= this.head.number - this.logLag);
      return { result: block === undefined || (second && this.refusesBodies) ? null : wireBlock(block) };
    }
    if (method === 'eth_getTransactionReceipt') return { result: this.receipt(first) };
    if (method === 'eth_getTransactionCount') return { result: hexOf(this.nonceOf(first, Number(second))) };
    if (method === 'eth_getTransactionByHash') return { result: this.transaction };
    if (method === 'eth_getBalance' && this.refusesState === null)
      return { result: hexOf(this.balanceOf(first, Number(second))) };
    if (method === 'eth_getCode' && this.refusesState === null)
      return { result: this.delegateOf(first, Number(second))?.replace('0x', '0xef0100') ?? '0x' };
    if (method === 'eth_call' && first.to === undefined && this.runsPrograms !== true)
      return this.runsPrograms === false ? failed('to is required') : { result: this.runsPrograms };
    if (method === 'eth_call') {
      const words = this.refusesState === null ? this.wordsOf(first, Number(second)) : null;
      return words === null ? failed(this.refusesState ?? 'execution reverted') : { result: words };
    }
    if (method !== 'eth_getLogs') return failed('the method does not exist');
    return this.refusesLogs === null ? this.logs(first) : failed(this.refusesLogs);
  }

  /** Null if there is no such contract. */
  private wordsOf({ to, data }: { to?: string; data: string }, block: number): string | null {
    if (to !== undefined && this.behind > 0) return topicOf(0);
    if (to !== undefined)
      return this.allowance !== null && isAllowance(data) ? topicOf(this.allowance) : null;
    return answerProgram(data, {
      balanceOf: (wallet) => this.balanceOf(wallet, block),
      delegateOf: (wallet) => this.delegateOf(wallet, block),
    });
  }

  private delegateOf(wallet: string, block: number): string | null {
    return block < this.delegatedIn ? null : (this.delegates.get(wallet) ?? null);
  }

  private receipt(hash: string): object {
    const { failed, unpriced, creates, to } = this.transactions.get(hash) ?? {};
    return {
      ...{ status: failed ? '0x0' : '0x1', gasUsed: hexOf(21_000n) },
      ...(unpriced ? {} : { effectiveGasPrice: '0x5' }),
      ...(creates && { contractAddress: to }),
    };
  }

  private nonceOf(wallet: string, block: number): number {
    const sent = this.blocks.flatMap((one) => (one.number <= block ? one.sent : []));
    return sent.filter(({ from, internal }) => from === wallet && !internal).length;
  }

  /** A wallet's coin after a block. */
  balanceOf(wallet: string, block: number): bigint {
    if (block <= this.head.number - this.stateOf) throw new Error('missing trie node');
    let balance = 10n ** 24n;
    if (!this.movers.has(wallet)) return balance;
    for (const { number, sent, moved } of this.blocks) {
      if (number > block) break;
      for (const { from, to, value = 1n, internal, failed } of sent) {
        const coin = failed ? 0n : value;
        if (to === wallet) balance += coin;
        if (from === wallet) balance -= coin + (internal ? 0n : fee);
      }
      for (const [owner, change] of moved) if (owner === wallet) balance += change;
    }
    return balance;
  }

  private logs(filter: LogFilter): RpcAnswer {
    const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)];
    const { blocks = Infinity, topics = Infinity, results = Infinity, says } = this.limits;
    const found = this.blocks
      .slice(0, this.blocks.length - Math.max(this.lag, this.logLag))
      .filter(({ number }) => number >= from && number <= to)
      .flatMap(({ number, hash, logs }) =>
        logs.map((log, index) => ({ ...placeOf(number, index), ...log, blockHash: hash, number })),
      )
      .filter((log) => matches(log.topics, filter.topics))
      .filter(({ address }) => filter.address?.includes(address) ?? true);
    const longest = Math.max(...filter.topics.map((one) => (Array.isArray(one) ? one.length : 0)));
    const refused = (usual: string) => failed(says?.(filter) ?? usual);
    if (longest > topics) return refused('exceed max addresses or topics per search position');
    if (from < (this.limits.from ?? 0)) return failed('pruned history unavailable');
    if (to - from + 1 > blocks) return refused(`exceed maximum block range: ${blocks}`);
    if (found.length > results) return refused(`query returned more than ${results} results`);
    return { result: found.map(({ number, ...log }) => ({ ...log, blockNumber: hexOf(number) })) };
  }
}

function isAllowance(data: unknown): boolean {
  return typeof data === 'string' && data.startsWith('0xdd62ed3e');
}

const stranger = `0x${'7'.repeat(40)}`;

/** Each transaction's fee, in wei. */
export const fee = 5n * 21_000n;

function logOf({ from, to, token, tokenId, value = 1n, approves, transaction }: FakeTransfer): FakeLog {
  const topics = [approves ? approvalTopic : transferTopic, topicOf(from), topicOf(to)];
  return {
    address: token ?? `0x${'70'.repeat(20)}`,
    data: tokenId === undefined ? topicOf(value) : '0x',
    topics: tokenId === undefined ? topics : [...topics, topicOf(tokenId)],
    ...(transaction && { transactionHash: hashOf(transaction) }),
  };
}

/** The hash of a block's transaction at this place. */
export const hashAt = (block: number, index: number) => hashOf(`${block} of ${index}`);

/** The place of a log: each log has its own transaction. */
function placeOf(block: number, index: number) {
  return {
    transactionHash: hashAt(block, index),
    transactionIndex: hexOf(index),
    logIndex: hexOf(index),
  };
}

function hashOf(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}

/** The index of a block's first transaction of coin: it follows the logs' transactions. */
function firstOf({ logs }: FakeBlock): number {
  return logs.filter(({ address }) => address !== nativeEmitter).length;
}

function wireBlock(block: FakeBlock): Record<string, unknown> {
  const { number, hash, minedAt, sent } = block;
  const transactions = sent.map(({ from, to, value = 1n, internal, creates }, i) => {
    const { transactionHash, transactionIndex } = placeOf(number, firstOf(block) + i);
    const receiver = creates ? null : to;
    const sides = internal ? { from: stranger, to: from } : { from, to: receiver };
    const coin = { value: hexOf(internal ? 0n : value), gasPrice: '0x5' };
    return { hash: transactionHash, transactionIndex, ...sides, ...coin };
  });
  return { transactions, number: hexOf(number), hash, timestamp: hexOf(Math.floor(minedAt / 1_000)) };
}

function json(body: unknown): NodeReply {
  return { status: 200, body: JSON.stringify(body) };
}
