import type { SSMClient } from '@aws-sdk/client-ssm';
import type { Chain } from '../chain/chains.ts';
import { readParameter } from '../runtime/read-parameter.ts';
import { type NodeUrl, NodeUrlUnusable, parseNodeUrl } from './node-url.ts';

export type NodeParameter =
  | { readonly kind: 'none' }
  | { readonly kind: 'url'; readonly url: NodeUrl }
  /** Without the value. */
  | { readonly kind: 'unfit'; readonly reason: string }
  /** SSM gave no answer. */
  | { readonly kind: 'unreadable'; readonly reason: string };

export type FindNode = (chain: Chain, minute: number) => Promise<NodeParameter>;

/** At most five by the contract; ticks come a little early or late. */
const minutesKept = 4;
/** In ms: no poll is to wait for SSM. */
const patience = 3_000;

/** SecureStrings under a path, by the chain's name, else its hex id. Each is read by name, which needs no right to list. */
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

export function readNode(value: string, parameter: string): NodeParameter {
  try {
    return { kind: 'url', url: parseNodeUrl(value) };
  } catch (error) {
    if (!(error instanceof NodeUrlUnusable)) throw error;
    return { kind: 'unfit', reason: `The parameter ${parameter} holds no usable address: ${error.message}` };
  }
}
