import { isKnownToken } from '../spam/known-token.ts';
import type { Watch } from '../wallet/watch.ts';
import type { JudgedTransfer } from './judge-transfer.ts';

/**
 * Whether money of a known token left the wallet: what a theft looks like. Not where nothing was moved: anybody can
 * write a transfer of nothing, of any token, into any wallet's history, and ten of those would use up the ten that are
 * told singly.
 */
export function isKnownOutgoing(
  { described: { direction, value, token } }: Pick<JudgedTransfer, 'described'>,
  watch: Watch,
): boolean {
  return direction === 'out' && value > 0n && isKnownToken(token, watch);
}
