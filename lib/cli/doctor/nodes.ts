import type { SSMClient } from '@aws-sdk/client-ssm';
import type { Chain } from '../../../functions/chain/chains.ts';
import { chainIdCall, checkChain, NodeUnusable, resultOf } from '../../../functions/node/calls.ts';
import { createNodeCalls } from '../../../functions/node/json-rpc.ts';
import { createNodeParameters, type NodeUrl } from '../../../functions/node/node-parameters.ts';
import { postToNode } from '../../../functions/node/post-to-node.ts';
import type { Clock } from '../../../functions/runtime/clock.ts';

/** The node of a watched chain. */
export interface ChainNode {
  readonly chain: Chain;
  /** A sentence without the node's address; null if it answers for its chain. */
  readonly problem: string | null;
}

/** Makes one call a node. Chains without a node are left out. */
export async function askNodes(
  chains: readonly Chain[],
  path: string,
  { ssm, clock }: { readonly ssm: SSMClient; readonly clock: Clock },
): Promise<readonly ChainNode[]> {
  const findNode = createNodeParameters(ssm, path);
  const found = await Promise.all(
    chains.map(async (chain): Promise<ChainNode[]> => {
      const node = await findNode(chain, 0);
      if (node.kind === 'none') return [];
      const found =
        node.kind === 'url' ? await nodeProblem(chain, node.url, clock) : { message: node.reason };
      return [{ chain, problem: found?.message ?? null }];
    }),
  );
  return found.flat();
}

/** Asks once; null if the node answers for its chain. */
export async function nodeProblem(chain: Chain, url: NodeUrl, clock: Clock): Promise<NodeUnusable | null> {
  const calls = createNodeCalls(url, false, { post: postToNode, clock });
  try {
    const [id] = (await calls.ask([chainIdCall])).map(resultOf);
    checkChain(id, chain);
    return null;
  } catch (error) {
    return error instanceof NodeUnusable ? error : new NodeUnusable('It gives no readable answer.');
  } finally {
    calls.end();
  }
}
