import * as z from 'zod';
import type { PostToNode } from '../../../functions/node/post-to-node.ts';
import { zerosFor } from '../../support/fake-node.ts';
import type { Scheduler } from '../../support/scheduler.ts';
import type { Counts } from '../counts.ts';
import { Random } from '../random.ts';
import { isLagging } from '../story/calm.ts';
import type { NodeKind } from '../story/story.ts';
import type { SimChain } from './sim-chain.ts';
import { allTokens } from './sim-tokens.ts';

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
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
type Mood = (typeof moods)[number] | 'omits' | 'well';

const rpcCall = z.object({ id: z.number(), method: z.string(), params: z.array(z.any()) });

/** A node of the simulated chain, in another mood each minute: behind, silent, wrong, or leaving logs out. */
export class SimNode {
  private readonly chain: SimChain;
  private readonly scheduler: Scheduler;
  private readonly counts: Counts;
  private readonly seed: number;
  private readonly kind: NodeKind;
  private readonly moods: readonly Mood[];

  constructor(chain: SimChain, scheduler: Scheduler, counts: Counts, seed: number, kind: NodeKind) {
    this.chain = chain;
    this.scheduler = scheduler;
    this.counts = counts;
    this.seed = seed;
    this.kind = kind;
    this.moods = kind === 'leaves out' ? [...moods, 'omits'] : moods;
  }

  readonly post: PostToNode = async (_url, body, signal) => {
    const mood = this.mood();
    this.counts.add(`node: ${mood}`);
    if (mood === 'hangs')
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    if (mood === 'busy') return { status: 429, body: '' };
    const asked: unknown = JSON.parse(body);
    const answers = z
      .array(rpcCall)
      .parse([asked].flat())
      .map((call) => this.answer(call, mood));
    if (Array.isArray(asked) && mood === 'no batches') return { status: 400, body: '{}' };
    return { status: 200, body: JSON.stringify(Array.isArray(asked) ? answers : answers[0]) };
  };

  private mood(): Mood {
    if (this.chain.settled) return 'well';
    const minute = Math.floor(this.scheduler.now / 60_000);
    // Never in two minutes in a row: what is in doubt is polled as if there were no node, and hides what a scan has missed.
    if (this.kind === 'calm') return isLagging(this.seed) && minute % 3 === 0 ? 'logs lag' : 'well';
    const random = new Random(this.seed * 1_000 + (minute % 1_000));
    return random.chance(0.7) ? 'well' : random.pick(this.moods);
  }

  private head(mood: Mood): number {
    const behind = mood === 'lags' ? 4 : mood === 'stale' ? 15 : 0;
    return this.chain.head() - wholeBehind - behind;
  }

  private answer({ id, method, params: [first] }: z.infer<typeof rpcCall>, mood: Mood): object {
    const result = (value: unknown) => ({ jsonrpc: '2.0', id, result: value });
    if (method === 'eth_chainId') return result(mood === 'another chain' ? '0x2' : '0x1');
    if (method === 'eth_getBlockByNumber') {
      const number = first === 'latest' ? this.head(mood) : Number(first);
      if (
        number > this.head(mood) ||
        (first !== 'latest' && mood === 'logs lag' && number > this.head(mood) - 2)
      )
        return result(null);
      const { hash, timestamp } = this.chain.blockOf(number);
      const minedAt = hexOf(Math.floor(timestamp / 1_000));
      return result({ number: hexOf(number), hash, timestamp: minedAt, transactions: [] });
    }
    if (method === 'eth_call') {
      const says = contractAt(first) ?? noState(first);
      return says === null
        ? { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted' } }
        : result(says);
    }
    const [from, to] = [Number(first.fromBlock), Number(first.toBlock)];
    if (mood === 'small ranges' && to - from >= 2)
      return { jsonrpc: '2.0', id, error: { code: -32000, message: 'block range is too wide' } };
    const last = Math.min(to, this.head(mood) - (mood === 'logs lag' ? 2 : 0));
    const logs = this.chain
      .transfersIn(from, last)
      .map(({ transfer, placement }) => ({
        address: transfer.token.address,
        topics: [transferTopic, padded(transfer.from), padded(transfer.to)],
        data: padded(hexOf(transfer.value)),
        transactionHash: transfer.transaction().hash,
        transactionIndex: hexOf(placement.index),
        logIndex: hexOf(placement.firstLog + transfer.place),
        blockNumber: hexOf(placement.block),
        blockHash: this.chain.blockOf(placement.block).hash,
      }))
      .filter(({ topics }) => matches(topics, first.topics))
      .filter((_, at) => mood !== 'omits' || at % 2 === 0);
    return result(logs);
  }
}

function matches(topics: readonly string[], asked: readonly (string | string[] | null)[]): boolean {
  return asked.every((one, at) => one === null || [one].flat().includes(topics[at] ?? ''));
}

function padded(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

/** What token contracts say by their selectors; null: it is no call of one. */
function contractAt({ to, data }: { to?: string; data: string }): string | null {
  const token = allTokens.find(({ address }) => address === to);
  switch (token && data) {
    case '0x06fdde03':
      return textOf(token?.name ?? '');
    case '0x95d89b41':
      return textOf(token?.symbol ?? '');
    case '0x313ce567':
      return padded(hexOf(token?.decimals ?? 0));
    default:
      return null;
  }
}

/** Of wallets that have no coin and run no code; null: it is no question about many wallets at once. */
function noState({ to, data }: { to?: string; data: string }): string | null {
  return to === undefined ? zerosFor(data) : null;
}

function textOf(text: string): string {
  const bytes = Buffer.from(text);
  const whole = Math.ceil(bytes.length / 32) * 64;
  return `0x${[32, bytes.length].map((word) => padded(hexOf(word)).slice(2)).join('')}${bytes.toString('hex').padEnd(whole, '0')}`;
}

function hexOf(number: number | bigint): string {
  return `0x${number.toString(16)}`;
}
