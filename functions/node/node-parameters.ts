import type { SSMClient } from '@aws-sdk/client-ssm';
import type { Chain } from '../chain/chains.ts';
import { readParameter } from '../runtime/read-parameter.ts';
import { type NodeUrl, NodeUrlUnusable, parseNodeUrl } from './node-url.ts';

/** What is known of a chain's node: its address, or why there is none to ask. */
export type NodeParameter =
  | { readonly kind: 'none' }
  | { readonly kind: 'url'; readonly url: NodeUrl }
  /** @see reason without the value */
  | { readonly kind: 'unfit'; readonly reason: string }
  /** SSM gave no answer. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Where a chain's node is. @param minute of the tick */
export type FindNode = (chain: Chain, minute: number) => Promise<NodeParameter>;

/** At most five by the contract; ticks come a little early or late. */
const minutesKept = 4;
/** SSM answers in milliseconds, and no poll is to wait for it. */
const patience = 3_000;

/**
 * Nodes by the SecureStrings under a path, one a chain, by its name or its hex id; if there are both, the name decides.
 * Each is asked for by name, so that the function needs no right to list them.
 */
export function createNodeParameters(ssm: SSMClient, path: string): FindNode {
  const known = new Map<string, { readonly readAt: number; readonly found: NodeParameter }>();
  return async (chain, minute) => {
    const before = known.get(chain.id);
    const age = minute - (before?.readAt ?? Number.NaN);
    if (before !== undefined && age >= 0 && age < minutesKept) return before.found;
    const found = await findParameter(ssm, path, chain);
    if (found.kind === 'unreadable') known.delete(chain.id);
    else known.set(chain.id, { readAt: minute, found });
    return found;
  };
}

async function findParameter(ssm: SSMClient, path: string, { name, id }: Chain): Promise<NodeParameter> {
  // A parameter's name can't hold a blank.
  const names = new Set([name, id].filter((text) => /^[\w.-]+$/.test(text)));
  for (const last of names) {
    const parameter = `${path}/${last}`;
    try {
      const value = await readParameter(ssm, parameter, AbortSignal.timeout(patience));
      if (value !== null) return readNode(value, parameter);
    } catch (error) {
      const what = error instanceof Error ? error.name : 'no answer';
      return { kind: 'unreadable', reason: `The parameter ${parameter} can't be read (${what}).` };
    }
  }
  return { kind: 'none' };
}

/** A parameter's value as a node. @param parameter its name, which stands in what is told of it */
export function readNode(value: string, parameter: string): NodeParameter {
  try {
    return { kind: 'url', url: parseNodeUrl(value) };
  } catch (error) {
    if (!(error instanceof NodeUrlUnusable)) throw error;
    return { kind: 'unfit', reason: `The parameter ${parameter} holds no usable address: ${error.message}` };
  }
}
