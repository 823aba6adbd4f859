import type { Chain } from '../chain/chains.ts';
import { NodeUnusable, type RpcCall } from './json-rpc.ts';

export const chainIdCall: RpcCall = { method: 'eth_chainId', params: [] };

export class ForeignChain extends NodeUnusable {}

/** @throws ForeignChain if the node answers for another chain, NodeUnusable if it does not say */
export function checkChain(result: unknown, { id }: Pick<Chain, 'id'>): void {
  if (typeof result !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(result))
    throw new NodeUnusable('The node does not say which chain it is of.');
  const answered = `0x${BigInt(result).toString(16)}`;
  if (answered !== id) throw new ForeignChain(`The node answers for chain ${answered}, not for ${id}.`);
}
