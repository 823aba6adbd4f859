import * as z from 'zod';
import { NodeUnusable, type RpcCall } from './json-rpc.ts';

/** Blocks, both ends included. */
export interface BlockSpan {
  readonly from: number;
  readonly to: number;
}

export function blockCall(block: number | 'latest'): RpcCall {
  return { method: 'eth_getBlockByNumber', params: [block === 'latest' ? block : hexOf(block), false] };
}

export interface Block {
  readonly number: number;
  readonly hash: string;
  /** Epoch milliseconds. */
  readonly minedAt: number;
}

export const hexNumber = z
  .string()
  .regex(/^0x[0-9a-f]{1,13}$/i)
  .transform(Number);
const hash = z.string().regex(/^0x[0-9a-f]{64}$/i);

const block = z
  .object({ number: hexNumber, hash, timestamp: hexNumber })
  .transform(({ number, hash, timestamp }): Block => ({ number, hash, minedAt: timestamp * 1_000 }))
  .nullable();

/** The block of an answer to `blockCall`; null if the node has none of that number. */
export function readBlock(result: unknown): Block | null {
  const { data } = block.safeParse(result);
  if (data === undefined) throw new NodeUnusable("The node's answer holds no readable block.");
  return data;
}

export function hexOf(block: number): string {
  return `0x${block.toString(16)}`;
}
