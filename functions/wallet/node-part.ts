import type { Watch } from './watch.ts';

const parts = new WeakMap<Watch, Watch | null>();

/**
 * What a row asks for that only its chain's node shows, where the chain's tokens come from the API: a watch of its own. It has a
 * cursor and a ledger of its own, because API and node come to a block at different times, and neither may settle it for the
 * other. Null: the row asks for nothing of the kind. The same object for the same watch: what has begun is known by identity.
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

/** The attribute's words for what a watch asks of its chain's node. */
export function askedOfNode({ kinds, minBalance }: Pick<Watch, 'kinds' | 'minBalance'>): readonly string[] {
  return [...(kinds ?? []), ...(minBalance.size > 0 ? ['minBalance'] : [])];
}
