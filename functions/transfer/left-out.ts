import type { Watch } from '../wallet/watch.ts';
import type { RowAttribute } from '../wallet/watchlist-row.ts';
import { compareAmount } from './amount.ts';
import type { DescribedTransfer } from './transfer.ts';

const kindOf = { erc20: 'erc20', native: 'native', erc721: 'nft', erc1155: 'nft' } as const;

type Filtered = Pick<DescribedTransfer, 'kind' | 'direction' | 'value'> & {
  readonly token: Pick<DescribedTransfer['token'], 'address' | 'decimals'>;
};

/** The attribute by which the row filters the transfer out; null: the transfer is wanted. A token of unknown decimals passes every minimum. */
export function leftOutBy({ kind, direction, token, value }: Filtered, watch: Watch): RowAttribute | null {
  if (watch.kinds !== null && !watch.kinds.has(kindOf[kind])) return 'watch';
  if (direction !== 'self' && watch.direction !== 'both' && watch.direction !== direction) return 'direction';
  if (watch.tokens !== null && !watch.tokens.has(token.address)) return 'tokens';
  if (watch.ignoreTokens.has(token.address)) return 'ignoreTokens';
  const minimum = watch.minAmount.byToken.get(token.address) ?? watch.minAmount.otherwise;
  const isEnough = token.decimals === null || compareAmount(value, token.decimals, minimum) >= 0;
  return isEnough ? null : 'minAmount';
}
