import * as z from 'zod';
import { type Address, readAddress } from '../../chain/address.ts';
import { NodeUnusable, type RpcCall } from './json-rpc.ts';

/** keccak-256 of `Transfer(address,address,uint256)`: ERC20's and ERC721's alike. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** The event and its two sides; an ERC721 transfer has the token's number as a fourth. */
const topicsOfErc20 = 3;

/** One list of a query: these wallets on one side of a transfer; null: every transfer. */
export type LogQuery = { readonly side: 'from' | 'to'; readonly wallets: readonly Address[] } | null;

/** In which blocks each wallet was seen on either side of a transfer. */
export type SeenBlocks = Map<Address, Set<number>>;

/** eth_getLogs for a span of blocks, both ends included. */
export function logsCall(query: LogQuery, from: number, to: number): RpcCall {
  const lists = query === null ? [] : query.side === 'from' ? [padded(query)] : [null, padded(query)];
  const filter = { fromBlock: hexOf(from), toBlock: hexOf(to), topics: [transferTopic, ...lists] };
  return { method: 'eth_getLogs', params: [filter] };
}

export function blockCall(block: number | 'latest'): RpcCall {
  return { method: 'eth_getBlockByNumber', params: [block === 'latest' ? block : hexOf(block), false] };
}

/** A block as the node has it. */
export interface Block {
  readonly number: number;
  readonly hash: string;
  /** Epoch milliseconds. */
  readonly minedAt: number;
}

const hexNumber = z
  .string()
  .regex(/^0x[0-9a-f]{1,13}$/i)
  .transform(Number);
const hash = z.string().regex(/^0x[0-9a-f]{64}$/i);

const block = z
  .object({ number: hexNumber, hash, timestamp: hexNumber })
  .transform(({ number, hash, timestamp }): Block => ({ number, hash, minedAt: timestamp * 1_000 }))
  .nullable();

/** The block of an answer to `blockCall`; null where the node has none of that number. */
export function readBlock(result: unknown): Block | null {
  const { data } = block.safeParse(result);
  if (data === undefined) throw new NodeUnusable("The node's answer holds no readable block.");
  return data;
}

const logs = z.array(z.object({ topics: z.array(z.string()), blockNumber: hexNumber }));

/** Notes the watched sides of the ERC20 transfers in an answer to `logsCall`. */
export function noteTransfers(result: unknown, watched: ReadonlySet<Address>, seen: SeenBlocks): void {
  const { data } = logs.safeParse(result);
  if (data === undefined) throw new NodeUnusable("The node's answer holds no readable logs.");
  for (const { topics, blockNumber } of data) {
    if (topics.length !== topicsOfErc20 || topics[0]?.toLowerCase() !== transferTopic) continue;
    for (const topic of [topics[1], topics[2]]) {
      const side = readAddress(`0x${topic?.slice(-40)}`);
      if (side !== null && watched.has(side)) note(side, blockNumber, seen);
    }
  }
}

export function note(wallet: Address, blockNumber: number, seen: SeenBlocks): void {
  const blocks = seen.get(wallet);
  if (blocks === undefined) seen.set(wallet, new Set([blockNumber]));
  else blocks.add(blockNumber);
}

function padded({ wallets }: NonNullable<LogQuery>): string[] {
  return wallets.map((wallet) => `0x${wallet.slice(2).padStart(64, '0')}`);
}

function hexOf(block: number): string {
  return `0x${block.toString(16)}`;
}
