import * as z from 'zod';
import { type Chain, findChain, UnknownChain } from './chains.ts';

const word = z.enum(['api', 'node']);

/** One word for all chains, or one for each by its id; a missing chain is read from the API. */
export const chainSources = z.union([word, z.record(z.string(), word)]);
export type ChainSources = z.infer<typeof chainSources>;

export const typedChainSources = chainSources.transform((sources, context): ChainSources => {
  if (typeof sources === 'string') return sources;
  try {
    const all = Object.entries(sources).map(([chain, one]) => ({ id: findChain(chain).id, one }));
    const byId = Object.fromEntries(all.map(({ id, one }) => [id, one]));
    const twice = all.find(({ id, one }) => byId[id] !== one);
    if (twice === undefined) return byId;
    context.addIssue({ code: 'custom', message: `The chain ${twice.id} has two sources.` });
  } catch (error) {
    if (!(error instanceof UnknownChain)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
  return z.NEVER;
});

/** Whether a chain is read from its node: the API is not asked, and no key is needed. */
export function isReadFromNode(chain: Pick<Chain, 'id' | 'besideApi'>, sources: ChainSources): boolean {
  return chain.besideApi || (typeof sources === 'string' ? sources : sources[chain.id]) === 'node';
}
