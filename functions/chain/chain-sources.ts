import * as z from 'zod';
import { type Chain, findChain, UnknownChain } from './chains.ts';

/** Where transfers come from: the API of the document, or a node of the chain. */
const word = z.enum(['api', 'node']);

/** One word for all chains, or one for each by its id; a chain that is missing there is read from the API. */
export const chainSources = z.union([word, z.record(z.string(), word)]);
export type ChainSources = z.infer<typeof chainSources>;

/** As people write it: with chains by any of their names. */
export const typedChainSources = chainSources.transform((sources, context): ChainSources => {
  if (typeof sources === 'string') return sources;
  try {
    return Object.fromEntries(Object.entries(sources).map(([chain, one]) => [findChain(chain).id, one]));
  } catch (error) {
    if (!(error instanceof UnknownChain)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

/** Whether a chain is read from its node: neither endpoint of the API is asked about it, and no key is needed. */
export function isReadFromNode({ id, part }: Pick<Chain, 'id' | 'part'>, sources: ChainSources): boolean {
  return part === 'node' || (typeof sources === 'string' ? sources : sources[id]) === 'node';
}
