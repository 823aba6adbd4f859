import { type Chain, findChain } from '../../functions/chain/chains.ts';
import { createNodeCalls } from '../../functions/node/json-rpc.ts';
import { parseNodeUrl } from '../../functions/node/node-url.ts';
import { postToNode } from '../../functions/node/post-to-node.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { Unusable } from '../cli/unusable.ts';

/** @throws Unusable where the node does not name its chain */
export async function chainOfNode(url: string): Promise<Chain> {
  const node = createNodeCalls(parseNodeUrl(url), true, { post: postToNode, clock: systemClock });
  try {
    const [answer] = await node.ask([{ method: 'eth_chainId', params: [] }]);
    return findChain(String(answer?.result));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Unusable(`--rpc: the node does not say which chain it is of. ${reason}`, { cause: error });
  } finally {
    node.end();
  }
}
