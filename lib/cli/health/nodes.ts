import type { SSMClient } from '@aws-sdk/client-ssm';
import type { Chain } from '../../../functions/chain/chains.ts';
import { chainIdCall, checkChain, NodeUnusable, resultOf } from '../../../functions/node/calls.ts';
import { createNodeCalls } from '../../../functions/node/json-rpc.ts';
import { createNodeParameters, type NodeUrl } from '../../../functions/node/node-parameters.ts';
import { postToNode } from '../../../functions/node/post-to-node.ts';
import type { Clock } from '../../../functions/runtime/clock.ts';

/**
 * Makes one call a node. Chains without a node are left out.
 * Returns a sentence without the node's address for each; null if it answers for its chain.
 */
export async function askNodes(chains: readonly Chain[], path: string, ssm: SSMClient, clock: Clock) {
  const findNode = createNodeParameters(ssm, path);
  const ask = async (chain: Chain) => {
    const node = await findNode(chain, 0);
    if (node.kind === 'none') return [];
    const found = node.kind === 'url' ? await nodeProblem(chain, node.url, clock) : { message: node.reason };
    return [{ chain, problem: found?.message ?? null }];
  };
  return (await Promise.all(chains.map(ask))).flat();
}

/** Asks once; null if the node answers for its chain. */
export async function nodeProblem(chain: Chain, url: NodeUrl, clock: Clock): Promise<NodeUnusable | null> {
  try {
    checkChain(await chainIdOf(url, clock), chain);
    return null;
  } catch (error) {
    return error instanceof NodeUnusable ? error : new NodeUnusable('It gives no readable answer.');
  }
}

/** The chain id as the node gives it. @throws NodeUnusable */
export async function chainIdOf(url: NodeUrl, clock: Clock): Promise<unknown> {
  const calls = createNodeCalls(url, false, { post: postToNode, clock });
  try {
    const [answer] = await calls.ask([chainIdCall]);
    return answer && resultOf(answer);
  } finally {
    calls.end();
  }
}
