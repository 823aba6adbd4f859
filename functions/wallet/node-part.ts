import type { Watch } from './watch.ts';

const parts = new WeakMap<Watch, Watch | null>();

/**
 * The node part of a row whose tokens come from the API: a watch with a cursor and ledger of its own, because API and node reach a
 * block at different times; null: the row asks for none. A watch always gives the same object: begun watches are known by identity.
 */
export function nodePart(watch: Watch): Watch | null {
  const known = parts.get(watch);
  if (known !== undefined) return known;
  const kinds = new Set(watch.kinds ?? []);
  kinds.delete('erc20');
  const isEmpty = kinds.size === 0 && watch.minBalance.size === 0;
  const part = isEmpty ? null : { ...watch, kinds, chain: { ...watch.chain, part: 'node' as const } };
  parts.set(watch, part);
  return part;
}

/** What a watch asks of its chain's node, in the row's own words. */
export function askedOfNode({ kinds, minBalance }: Pick<Watch, 'kinds' | 'minBalance'>): readonly string[] {
  return [...(kinds ?? []), ...(minBalance.size > 0 ? ['minBalance'] : [])];
}
