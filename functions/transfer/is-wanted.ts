import type { Watch } from '../wallet/watch.ts';
import { compareAmount } from './amount.ts';
import type { DescribedTransfer } from './transfer.ts';

/** What a row calls the kinds of transfers. */
const kindOf = { erc20: 'erc20', native: 'native', erc721: 'nft', erc1155: 'nft' } as const;

/**
 * Whether the row asks for this transfer: kind, direction, tokens, minimum. A transfer to oneself has both directions, and a
 * token whose decimals nobody knows is never dropped by the minimum.
 */
export function isWanted({ kind, direction, token, value }: DescribedTransfer, watch: Watch): boolean {
  if (watch.kinds !== null && !watch.kinds.has(kindOf[kind])) return false;
  if (direction !== 'self' && watch.direction !== 'both' && watch.direction !== direction) return false;
  if (watch.tokens !== null && !watch.tokens.has(token.address)) return false;
  if (watch.ignoreTokens.has(token.address)) return false;
  const minimum = watch.minAmount.byToken.get(token.address) ?? watch.minAmount.otherwise;
  return token.decimals === null || compareAmount(value, token.decimals, minimum) >= 0;
}
