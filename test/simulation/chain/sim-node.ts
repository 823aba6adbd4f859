import { approvalTopics, permit2 } from '../../../functions/node/approvals/approval-events.ts';
import {
  nativeEmitter,
  transferBatchTopic,
  transferSingleTopic,
  transferTopic,
} from '../../../functions/node/movements.ts';
import type { PostToNode } from '../../../functions/node/post-to-node.ts';
import { topicOf, wordsOf } from '../../support/event-logs.ts';
import {
  answerProgram,
  failed,
  hexOf,
  type LogFilter,
  matches,
  type RpcAnswer,
  type RpcCall,
  readCalls,
} from '../../support/fakes/node-answers.ts';
import type { Ground } from '../ground.ts';
import { Random } from '../random.ts';
import { isLagging } from '../story/calm.ts';
import type { NodeKind } from '../story/story.ts';
import { gasPrice, gasUsed, type SimChain } from './sim-chain.ts';
import { implementations, printOf, safeAnswer, safeEvent, storedIn } from './sim-safe.ts';
import { allTokens, cats, ether, swords } from './sim-tokens.ts';
import type { Approval, Placement, ShownTransfer, Statement } from './sim-transaction.ts';

/** The newest blocks are still being filled by storms; the node only shows blocks that are complete. */
const wholeBehind = 3;

const moods = [
  ...(['lags', 'logs lag', 'stale', 'hangs', 'busy', 'another chain'] as const),
  ...(['small ranges', 'no batches'] as const),
] as const;
/** Faults that hide only the chain's own coin. */
const hidingCoin = ['no state', 'no bodies', 'no receipts'] as const;
type Mood = (typeof moods)[number] | (typeof hidingCoin)[number] | 'few calls' | 'omits' | 'well';

/** Minutes for which a node hides the coin, now and then. */
const spell = 8;
const spells = 0.12;
/** Requests that the host allows in a minute in which it allows few. */
const fewRequests = 9;
/** Share of the minutes in which a node fails some calls to a Safe. */
const failing = 0.15;

/** A node of the simulated chain, in another mood each minute: behind, silent, wrong, or with logs left out. */
export class SimNode {
  private readonly chain: SimChain;
  private readonly world: Ground;
  private readonly seed: number;
  private readonly kind: NodeKind;
  private readonly moods: readonly Mood[];
  private readonly safes: ReadonlySet<string>;
  /** Epoch milliseconds until which it has no faults. */
  wellUntil = 0;
  private minute = 0;
  private requests = 0;

  constructor(chain: SimChain, world: Ground, kind: NodeKind) {
    const { rows, seed } = world.story;
    this.safes = new Set(rows.filter(({ isSafe }) => isSafe).map(({ wallet }) => wallet));
    this.chain = chain;
    this.world = world;
    this.seed = seed;
    this.kind = kind;
    const more = {
      'leaves out': ['omits'],
      source: [...hidingCoin, 'few calls'],
      'beside the API': [...hidingCoin, 'few calls'],
      calm: [],
      honest: [],
    } as const;
    this.moods = [...moods, ...more[kind]];
  }

  readonly post: PostToNode = async (_url, body, signal) => {
    const mood = this.mood();
    this.world.counts.add(`node: ${mood}`);
    if (mood === 'hangs')
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    if (mood === 'busy' || (mood === 'few calls' && this.requests > fewRequests))
      return { status: 429, body: '' };
    const { calls, isBatch } = readCalls(body);
    if (isBatch && mood === 'no batches') return { status: 400, body: '{}' };
    const answers = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, ...this.answer(call, mood) }));
    return { status: 200, body: JSON.stringify(isBatch ? answers : answers[0]) };
  };

  private mood(): Mood {
    if (this.chain.settled || this.world.scheduler.now < this.wellUntil) return 'well';
    const minute = Math.floor(this.world.scheduler.now / 60_000);
    this.requests = minute === this.minute ? this.requests + 1 : 0;
    this.minute = minute;
    // Never two minutes in a row: a chain in doubt is polled as if it had no node, which would hide what a scan missed.
    if (this.kind === 'calm') return isLagging(this.seed) && minute % 3 === 0 ? 'logs lag' : 'well';
    const lasting = new Random(this.seed * 1_000 + 1e9 + (Math.floor(minute / spell) % 1_000));
    if ((this.kind === 'source' || this.kind === 'beside the API') && lasting.chance(spells))
      return lasting.pick(hidingCoin);
    const random = new Random(this.seed * 1_000 + (minute % 1_000));
    return random.chance(0.7) ? 'well' : random.pick(this.moods);
  }

  private head(mood: Mood): number {
    const behind = mood === 'lags' ? 4 : mood === 'stale' ? 15 : 0;
    return this.chain.head() - wholeBehind - behind;
  }

  private answer(call: RpcCall, mood: Mood): RpcAnswer {
    const { method } = call;
    const [first, second] = call.params;
    switch (method) {
      case 'eth_chainId':
        return { result: mood === 'another chain' ? '0x2' : '0x1' };
      case 'eth_getBlockByNumber':
        return { result: second && mood === 'no bodies' ? null : this.block(first, mood) };
      case 'eth_getTransactionReceipt':
        return { result: mood === 'no receipts' ? null : this.receipt(first) };
      case 'eth_getTransactionCount':
        return { result: mood === 'no state' ? null : hexOf(this.chain.nonceAfter(first, Number(second))) };
      case 'eth_getTransactionByHash': {
        const { from, to } = this.chain.sentAs(first)?.sent ?? {};
        return { result: from === undefined ? null : { from, to } };
      }
      case 'eth_getStorageAt':
      case 'eth_call': {
        const isSafe = this.safes.has(method === 'eth_call' ? first.to : first);
        if (isSafe) return this.askSafe(call, mood);
        if (method === 'eth_getStorageAt') return { result: topicOf(0) };
        const says = this.contractAt(first, Number(second), mood);
        return says === null ? failed('execution reverted') : { result: says };
      }
      // Asked only if the node has no state.
      case 'eth_getBalance':
      case 'eth_getCode':
        return failed('missing trie node');
      default:
        return this.logs(first, mood);
    }
  }

  private block(asked: string, mood: Mood): object | null {
    const number = asked === 'latest' ? this.head(mood) : Number(asked);
    const lacks = asked !== 'latest' && mood === 'logs lag' && number > this.head(mood) - 2;
    if (lacks || number > this.head(mood)) return null;
    const { hash, timestamp } = this.chain.blockOf(number);
    const transactions = this.chain
      .sentIn(number)
      .map(({ hash, placements, states, sent: { from, to, value } }) => {
        const transactionIndex = hexOf(placements.at(-1)?.index ?? 0);
        const authorizationList =
          states?.what === 'control' && states.part === 'delegation'
            ? [{ address: states.to ?? `0x${'0'.repeat(40)}` }]
            : [];
        return { hash, transactionIndex, from, to, value: hexOf(value), authorizationList };
      });
    return { number: hexOf(number), hash, timestamp: hexOf(Math.floor(timestamp / 1_000)), transactions };
  }

  private receipt(hash: string): object | null {
    const sent = this.chain.sentAs(hash)?.sent;
    if (sent == null) return null;
    const status = sent.failed ? '0x0' : '0x1';
    return { status, gasUsed: hexOf(gasUsed), effectiveGasPrice: hexOf(gasPrice) };
  }

  private logs({ fromBlock, toBlock, topics: asked, address: emitters }: LogFilter, mood: Mood): RpcAnswer {
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    if (mood === 'small ranges' && to - from >= 2) return failed('block range is too wide');
    const last = Math.min(to, this.head(mood) - (mood === 'logs lag' ? 2 : 0));
    const moved = this.chain.transfersIn(from, last).flatMap((shown) => {
      const event = transferEvent(shown);
      const { hash } = shown.transfer.transaction();
      return event === null
        ? []
        : [{ ...event, ...this.placeOf(shown.placement, hash, shown.transfer.place) }];
    });
    const stated = this.chain.statedIn(from, last).flatMap(({ states, hash, placement }) => {
      const event = statementEvent(states);
      return event === null ? [] : [{ ...event, ...this.placeOf(placement, hash) }];
    });
    const logs = [...moved, ...stated]
      .filter(({ topics }) => matches(topics, asked))
      .filter(({ address }) => emitters === undefined || emitters.includes(address))
      .filter((_, at) => mood !== 'omits' || at % 2 === 0);
    return { result: logs };
  }

  private placeOf({ index, firstLog, block }: Placement, transactionHash: string, place = 0) {
    return {
      transactionHash,
      transactionIndex: hexOf(index),
      logIndex: hexOf(firstLog + place),
      blockNumber: hexOf(block),
      blockHash: this.chain.blockOf(block).hash,
    };
  }

  /** Null if there is no such contract, or if the node does not answer for it. */
  private contractAt({ to, data }: { to?: string; data: string }, block: number, mood: Mood): string | null {
    if (to !== undefined) return this.allowanceAt(to, data, this.head(mood)) ?? tokenAt(to, data);
    if (mood === 'no state' || block > this.head(mood)) return null;
    return answerProgram(data, {
      balanceOf: (wallet) => this.chain.balanceAfter(wallet, block),
      delegateOf: (wallet) => this.chain.controlOf(wallet, 'delegation', block),
      isContract: (wallet) => this.safes.has(wallet) || implementations.includes(wallet),
      printOf: (wallet) => (this.safes.has(wallet) ? printOf(this.partsOf(wallet, block)) : 0n),
    });
  }

  private partsOf(safe: string, block: number) {
    return (part: string) => this.chain.controlOf(safe, part, block);
  }

  /** A busy node may fail for some parts of a Safe, and answer later. */
  private askSafe({ method, params: [first, second, third] }: RpcCall, mood: Mood): RpcAnswer {
    const isStored = method === 'eth_getStorageAt';
    const { to, data }: { to: string; data: string } = isStored ? { to: first, data: second } : first;
    const block = Number(isStored ? third : second);
    const chance = new Random(this.seed + Math.floor(this.world.scheduler.now / 60_000));
    const fails = !this.chain.settled && chance.chance(failing) && chance.pick([isStored, data.length > 10]);
    if (fails || mood === 'no state' || block > this.head(mood)) return failed('missing trie node');
    const read = this.partsOf(to, block);
    return { result: isStored ? storedIn(data, read) : (safeAnswer(data, read) ?? '0x') };
  }

  /** `allowance`, `isApprovedForAll`, `getApproved` and `ownerOf` of a token, and Permit2's `allowance`; null for any other call. */
  private allowanceAt(to: string, data: string, block: number): string | null {
    const asked = [0, 1, 2].map((at) => `0x${data.slice(34 + 64 * at, 74 + 64 * at)}`);
    const [owner = '', second, third] = asked;
    const lastOf = (owner: string, isAsked: (stated: Approval) => boolean) =>
      this.chain
        .statementsOf('approval', owner, block)
        .findLast(({ stated }) => stated.isTrue && isAsked(stated))?.stated;
    switch (data.slice(0, 10)) {
      case '0xdd62ed3e':
      case '0xe985e9c5': {
        const of = data.startsWith('0xdd62ed3e') ? 'erc20' : 'all';
        const last = lastOf(
          owner,
          (one) => one.of === of && one.token.address === to && one.spender === second,
        );
        return topicOf(last?.value ?? 0n);
      }
      case '0x081812fc': {
        const piece = BigInt(`0x${data.slice(10)}`).toString();
        const last = this.chain
          .statedIn(0, block)
          .map(({ states, placement }) => ({ states, placement }))
          .filter(({ states }) => states.what === 'approval' && states.isTrue && states.tokenId === piece)
          .sort((a, b) => a.placement.block - b.placement.block || a.placement.index - b.placement.index)
          .at(-1)?.states;
        return topicOf(last?.what === 'approval' && last.value > 0n ? last.spender : 0);
      }
      case '0x6352211e':
        return topicOf(this.chain.approvedBy(BigInt(`0x${data.slice(10)}`).toString()) ?? 0);
      case '0x927da105': {
        const last = lastOf(
          owner,
          (one) => one.of === 'permit2' && one.token.address === second && one.spender === third,
        );
        return wordsOf([last?.value ?? 0n, endOfPermits, 0]);
      }
      default:
        return null;
    }
  }
}

/** Epoch seconds: when Permit2 approvals expire. */
const endOfPermits = 4_000_000_000;

/** Null for a part of a batch that the first part's log already covers, and for a transfer without an event. */
function transferEvent({ transfer }: ShownTransfer) {
  const { token, from, to, value, place, tokenId = '0', transaction } = transfer;
  const sides = [topicOf(from === '' ? 0 : from), topicOf(to === '' ? 0 : to)];
  const common = { address: token.address, data: '0x' };
  if (token === ether && (!transaction().logsCoin || from === to)) return null;
  if (token === ether)
    return { address: nativeEmitter, topics: [transferTopic, ...sides], data: topicOf(value) };
  if (token === swords && place > 0) return null;
  if (token === cats) return { ...common, topics: [transferTopic, ...sides, topicOf(tokenId)] };
  if (token !== swords) return { ...common, topics: [transferTopic, ...sides], data: topicOf(value) };
  const { transfers } = transaction();
  const [operator = ''] = sides;
  if (transfers.length === 1)
    return {
      ...common,
      topics: [transferSingleTopic, operator, ...sides],
      data: wordsOf([tokenId, value]),
    };
  const lists = [transfers.map((one) => one.tokenId ?? '0'), transfers.map((one) => one.value)];
  const begins = [64, 64 + 32 * (transfers.length + 1)];
  const words = [...begins, ...lists.flatMap((list) => [list.length, ...list])];
  return { ...common, topics: [transferBatchTopic, operator, ...sides], data: wordsOf(words) };
}

/** Null if no contract writes an event. */
function statementEvent(stated: Statement) {
  if (stated.what === 'approval') return approvalEvent(stated);
  const event = stated.isSilent ? null : safeEvent(stated.part, stated.to);
  return event && { address: stated.owner, ...event };
}

function approvalEvent({ of, token, owner, spender, value, tokenId }: Approval) {
  const [ofToken, ofAll, ofPermit2, , lockdown] = approvalTopics;
  const sides = [topicOf(owner), topicOf(spender)];
  const common = { address: token.address as string, data: topicOf(value) };
  switch (of) {
    case 'erc20':
      return { ...common, topics: [ofToken, ...sides] };
    case 'all':
      return { ...common, topics: [ofAll, ...sides] };
    case 'erc721': {
      const topics = [ofToken, topicOf(owner), topicOf(value > 0n ? spender : 0), topicOf(tokenId ?? 0)];
      return { ...common, topics, data: '0x' };
    }
    case 'permit2': {
      const [address, pair] = [permit2 as string, [token.address, spender]];
      if (value === 0n) return { address, topics: [lockdown, topicOf(owner)], data: wordsOf(pair) };
      const topics = [ofPermit2, topicOf(owner), ...pair.map(topicOf)];
      return { address, topics, data: wordsOf([value, endOfPermits]) };
    }
  }
}

/** Answers of token contracts, by selector; null if it is not a call to one. */
function tokenAt(to: string, data: string): string | null {
  const token = allTokens.find(({ address }) => address === to);
  switch (token && data) {
    case '0x06fdde03':
      return textOf(token?.name ?? '');
    case '0x95d89b41':
      return textOf(token?.symbol ?? '');
    case '0x18160ddd':
      return topicOf(supply);
    case '0x313ce567':
      return topicOf(token?.decimals ?? 0);
    default:
      return null;
  }
}

/** The total supply of every token, in base units. */
export const supply = 10n ** 36n;

function textOf(text: string): string {
  const bytes = Buffer.from(text);
  const whole = Math.ceil(bytes.length / 32) * 64;
  return `${wordsOf([32, bytes.length])}${bytes.toString('hex').padEnd(whole, '0')}`;
}
