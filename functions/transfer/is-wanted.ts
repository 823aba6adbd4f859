import type { BlockNumber, IsoTime } from '../chain/units.ts';
import type { Watch } from '../wallet/watch.ts';
import type { RowAttribute } from '../wallet/watchlist-row.ts';
import { compareAmount } from './amount.ts';
import type { DescribedTransfer, Transfer } from './transfer.ts';

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

/** Where a watch begins: earlier transfers are old and never reported. The API gives a block's time, and may be wrong. */
export interface WatchStart {
  readonly since: IsoTime;
  /** The row's `fromBlock`, or the block after a full first page's oldest. */
  readonly block: BlockNumber;
  /**
   * Above this block no time makes a transfer old. It is the stored block of the first poll that reached the head (0 for an empty
   * page), or the block before the row's `fromBlock`. Null while no poll has reached the head since the first one failed: pages may
   * be years old.
   */
  readonly timedTo: BlockNumber | null;
}

/** Milliseconds: the API lags behind the chain, so transfers mined this shortly before the start are not old. */
export const lagAllowance = 120_000;

export function isOld(
  { blockNumber, blockTimestamp }: Pick<Transfer, 'blockNumber' | 'blockTimestamp'>,
  start: WatchStart,
): boolean {
  if (blockNumber < start.block) return true;
  if (blockTimestamp === null || (start.timedTo !== null && blockNumber > start.timedTo)) return false;
  return Date.parse(blockTimestamp) < Date.parse(start.since) - lagAllowance;
}
