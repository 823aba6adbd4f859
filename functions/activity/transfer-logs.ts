import { type Address, readAddress } from '../chain/address.ts';
import { type BlockSpan, hexNumber, hexOf } from '../node/blocks.ts';
import { NodeUnusable, type RpcCall } from '../node/json-rpc.ts';
import { isSurelyReal } from '../spam/known-token.ts';
import type { Watch } from '../wallet/watch.ts';
import { type ActivityKind, dearer } from './tail.ts';

/** keccak-256 of `Transfer(address,address,uint256)`: ERC20's and ERC721's alike. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** The event and its two sides; an ERC721 transfer has the token's number as a fourth. */
const topicsOfErc20 = 3;

/** One list of a query: these wallets on one side of a transfer; null: every transfer. */
export type LogQuery = { readonly side: 'from' | 'to'; readonly wallets: readonly Address[] } | null;

/** The wallets to look for, with what decides which tokens are surely real for them. */
export type WatchedWallets = ReadonlyMap<Address, Pick<Watch, 'chain' | 'trustedTokens'>>;

/** What logs showed of one wallet: the blocks in which it was on either side of a transfer, and the dearest kind of those. */
export interface Sight {
  readonly blocks: Set<number>;
  readonly kind: ActivityKind;
}

export type SeenWallets = Map<Address, Sight>;

/** eth_getLogs for a span of blocks, both ends included. */
export function logsCall(query: LogQuery, { from, to }: BlockSpan): RpcCall {
  const lists = query === null ? [] : query.side === 'from' ? [padded(query)] : [null, padded(query)];
  const filter = { fromBlock: hexOf(from), toBlock: hexOf(to), topics: [transferTopic, ...lists] };
  return { method: 'eth_getLogs', params: [filter] };
}

/** A log as far as it is read here. A node that leaves out the contract or the value leaves a token unsure. */
interface TransferLog {
  readonly address: unknown;
  readonly topics: readonly string[];
  readonly data: unknown;
  readonly blockNumber: number;
}

const mostTopics = 4;

/** By hand: a parser writes down what is wrong with each of a million values. Null where it is no log. */
function readLog(value: unknown): TransferLog | null {
  if (typeof value !== 'object' || value === null) return null;
  const { address, topics, data, blockNumber }: Partial<Record<keyof TransferLog, unknown>> = value;
  if (!Array.isArray(topics) || topics.length > mostTopics) return null;
  if (!topics.every((topic) => typeof topic === 'string')) return null;
  const { data: block } = hexNumber.safeParse(blockNumber);
  return block === undefined ? null : { address, topics, data, blockNumber: block };
}

/**
 * Notes the watched sides of the ERC20 transfers in an answer to `logsCall`.
 * @param range the blocks that were asked for: what a node adds from others would be remembered for ever
 * @throws NodeUnusable at the first log that can't be read
 */
export function noteTransfers(
  result: unknown,
  range: BlockSpan,
  watched: WatchedWallets,
  seen: SeenWallets,
): void {
  const unreadable = () => new NodeUnusable("The node's answer holds no readable logs.");
  if (!Array.isArray(result)) throw unreadable();
  for (const one of result) {
    const log = readLog(one);
    if (log === null || log.blockNumber < range.from || log.blockNumber > range.to) throw unreadable();
    noteTransfer(log, watched, seen);
  }
}

function noteTransfer(
  { address, topics, data, blockNumber }: TransferLog,
  watched: WatchedWallets,
  seen: SeenWallets,
): void {
  const [event, from, to] = topics;
  if (topics.length !== topicsOfErc20 || event?.toLowerCase() !== transferTopic) return;
  for (const [kind, side] of [['sent', from] as const, ['sure', to] as const]) {
    const wallet = readAddress(`0x${side?.slice(-40)}`);
    const watch = wallet === null ? undefined : watched.get(wallet);
    if (wallet === null || watch === undefined) continue;
    const token = readAddress(address);
    const isSure = token !== null && movesValue(data) && isSurelyReal({ address: token }, watch);
    note(wallet, blockNumber, isSure ? kind : 'unsure', seen);
  }
}

/** Anybody may move nothing out of any wallet, in a genuine token too. */
function movesValue(data: unknown): boolean {
  return typeof data === 'string' && /^0x[0-9a-f]{1,64}$/i.test(data) && /[1-9a-f]/i.test(data.slice(2));
}

export function note(wallet: Address, blockNumber: number, kind: ActivityKind, seen: SeenWallets): void {
  const before = seen.get(wallet);
  const blocks = before?.blocks ?? new Set();
  blocks.add(blockNumber);
  if (before?.kind !== kind)
    seen.set(wallet, { blocks, kind: before === undefined ? kind : dearer(before.kind, kind) });
}

function padded({ wallets }: NonNullable<LogQuery>): string[] {
  return wallets.map((wallet) => `0x${wallet.slice(2).padStart(64, '0')}`);
}
