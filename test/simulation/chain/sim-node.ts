import * as z from 'zod';
import { transferTopic } from '../../../functions/node/event-log.ts';
import type { PostToNode } from '../../../functions/node/post-to-node.ts';
import { topicOf, word } from '../../support/event-logs.ts';
import { answerProgram, hexOf, matches } from '../../support/node-answers.ts';
import type { Scheduler } from '../../support/scheduler.ts';
import type { Counts } from '../counts.ts';
import { Random } from '../random.ts';
import { isLagging } from '../story/calm.ts';
import type { NodeKind } from '../story/story.ts';
import { gasPrice, gasUsed, type SimChain } from './sim-chain.ts';
import { allTokens, ether } from './sim-tokens.ts';

/** Storms of a story still fill blocks behind its newest; a node has blocks that are whole. */
const wholeBehind = 3;

const moods = [
  'lags',
  'logs lag',
  'stale',
  'hangs',
  'busy',
  'another chain',
  'small ranges',
  'no batches',
] as const;
/** What hides the chain's own coin and nothing else. */
const hidingCoin = ['no state', 'no bodies', 'no receipts'] as const;
type Mood = (typeof moods)[number] | (typeof hidingCoin)[number] | 'few calls' | 'omits' | 'well';

/** Now and then a node hides the coin for so many minutes. */
const spell = 8;
const spells = 0.12;
/** Of a minute in which the host allows few. */
const fewRequests = 9;

const rpcCall = z.object({ id: z.number(), method: z.string(), params: z.array(z.any()) });

/** A node of the simulated chain, in another mood each minute: behind, silent, wrong, or leaving logs out. */
export class SimNode {
  private readonly chain: SimChain;
  private readonly scheduler: Scheduler;
  private readonly counts: Counts;
  private readonly seed: number;
  private readonly kind: NodeKind;
  private readonly moods: readonly Mood[];
  private minute = 0;
  private requests = 0;

  constructor(chain: SimChain, scheduler: Scheduler, counts: Counts, seed: number, kind: NodeKind) {
    this.chain = chain;
    this.scheduler = scheduler;
    this.counts = counts;
    this.seed = seed;
    this.kind = kind;
    const more = {
      'leaves out': ['omits'],
      source: [...hidingCoin, 'few calls'],
      calm: [],
      honest: [],
    } as const;
    this.moods = [...moods, ...more[kind]];
  }

  readonly post: PostToNode = async (_url, body, signal) => {
    const mood = this.mood();
    this.counts.add(`node: ${mood}`);
    if (mood === 'hangs')
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    if (mood === 'busy' || (mood === 'few calls' && this.requests > fewRequests))
      return { status: 429, body: '' };
    const asked: unknown = JSON.parse(body);
    const answers = z
      .array(rpcCall)
      .parse([asked].flat())
      .map((call) => ({ jsonrpc: '2.0', id: call.id, ...this.answer(call, mood) }));
    if (Array.isArray(asked) && mood === 'no batches') return { status: 400, body: '{}' };
    return { status: 200, body: JSON.stringify(Array.isArray(asked) ? answers : answers[0]) };
  };

  private mood(): Mood {
    if (this.chain.settled) return 'well';
    const minute = Math.floor(this.scheduler.now / 60_000);
    this.requests = minute === this.minute ? this.requests + 1 : 0;
    this.minute = minute;
    // Never in two minutes in a row: what is in doubt is polled as if there were no node, and hides what a scan has missed.
    if (this.kind === 'calm') return isLagging(this.seed) && minute % 3 === 0 ? 'logs lag' : 'well';
    const lasting = new Random(this.seed * 1_000 + 1e9 + (Math.floor(minute / spell) % 1_000));
    if (this.kind === 'source' && lasting.chance(spells)) return lasting.pick(hidingCoin);
    const random = new Random(this.seed * 1_000 + (minute % 1_000));
    return random.chance(0.7) ? 'well' : random.pick(this.moods);
  }

  private head(mood: Mood): number {
    const behind = mood === 'lags' ? 4 : mood === 'stale' ? 15 : 0;
    return this.chain.head() - wholeBehind - behind;
  }

  private answer({ method, params: [first, second] }: z.infer<typeof rpcCall>, mood: Mood): RpcAnswer {
    switch (method) {
      case 'eth_chainId':
        return { result: mood === 'another chain' ? '0x2' : '0x1' };
      case 'eth_getBlockByNumber':
        return { result: second && mood === 'no bodies' ? null : this.block(first, mood) };
      case 'eth_getTransactionReceipt':
        return { result: mood === 'no receipts' ? null : this.receipt(first) };
      case 'eth_call': {
        const says = this.contractAt(first, Number(second), mood);
        return says === null ? failed('execution reverted') : { result: says };
      }
      default:
        return this.logs(first, mood);
    }
  }

  private block(asked: string, mood: Mood): object | null {
    const number = asked === 'latest' ? this.head(mood) : Number(asked);
    const lacks = asked !== 'latest' && mood === 'logs lag' && number > this.head(mood) - 2;
    if (lacks || number > this.head(mood)) return null;
    const { hash, timestamp } = this.chain.blockOf(number);
    const transactions = this.chain.sentIn(number).map(({ hash, placements, sent: { from, to, value } }) => {
      const transactionIndex = hexOf(placements.at(-1)?.index ?? 0);
      return { hash, transactionIndex, from, to, value: hexOf(value) };
    });
    return { number: hexOf(number), hash, timestamp: hexOf(Math.floor(timestamp / 1_000)), transactions };
  }

  private receipt(hash: string): object | null {
    const sent = this.chain.sentAs(hash)?.sent;
    if (sent == null) return null;
    const status = sent.failed ? '0x0' : '0x1';
    return { status, gasUsed: hexOf(gasUsed), effectiveGasPrice: hexOf(gasPrice) };
  }

  private logs({ fromBlock, toBlock, topics: asked }: LogFilter, mood: Mood): RpcAnswer {
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    if (mood === 'small ranges' && to - from >= 2) return failed('block range is too wide');
    const last = Math.min(to, this.head(mood) - (mood === 'logs lag' ? 2 : 0));
    const logs = this.chain
      .transfersIn(from, last)
      .filter(({ transfer }) => transfer.token !== ether)
      .map(({ transfer, placement }) => ({
        address: transfer.token.address,
        topics: [transferTopic, topicOf(transfer.from), topicOf(transfer.to)],
        data: topicOf(transfer.value),
        transactionHash: transfer.transaction().hash,
        transactionIndex: hexOf(placement.index),
        logIndex: hexOf(placement.firstLog + transfer.place),
        blockNumber: hexOf(placement.block),
        blockHash: this.chain.blockOf(placement.block).hash,
      }))
      .filter(({ topics }) => matches(topics, asked))
      .filter((_, at) => mood !== 'omits' || at % 2 === 0);
    return { result: logs };
  }

  /** Null: there is no such contract, or the node does not say it. */
  private contractAt({ to, data }: { to?: string; data: string }, block: number, mood: Mood): string | null {
    if (to !== undefined) return tokenAt(to, data);
    if (mood === 'no state' || block > this.head(mood)) return null;
    return answerProgram(data, {
      balanceOf: (wallet) => this.chain.balanceAfter(wallet, block),
      delegateOf: () => null,
    });
  }
}

type RpcAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

interface LogFilter {
  readonly fromBlock: string;
  readonly toBlock: string;
  readonly topics: readonly (string | readonly string[] | null)[];
}

function failed(message: string): RpcAnswer {
  return { error: { code: -32000, message } };
}

/** What token contracts say by their selectors; null: it is no call of one. */
function tokenAt(to: string, data: string): string | null {
  const token = allTokens.find(({ address }) => address === to);
  switch (token && data) {
    case '0x06fdde03':
      return textOf(token?.name ?? '');
    case '0x95d89b41':
      return textOf(token?.symbol ?? '');
    case '0x313ce567':
      return topicOf(token?.decimals ?? 0);
    default:
      return null;
  }
}

function textOf(text: string): string {
  const bytes = Buffer.from(text);
  const whole = Math.ceil(bytes.length / 32) * 64;
  return `0x${[32, bytes.length].map(word).join('')}${bytes.toString('hex').padEnd(whole, '0')}`;
}
