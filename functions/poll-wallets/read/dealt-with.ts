import { isOffChain, type KnownTransfers } from '../../state/row.ts';
import type { SourcePage } from '../../transfer/source.ts';
import { withKeys } from '../../transfer/transfer-key.ts';
import { isOld } from '../../transfer/watch-start.ts';
import type { Watch } from '../../wallet/watch.ts';
import { plausibleThrough } from './plausible-block.ts';
import type { BegunCursor } from './poll-read.ts';

/** A transfer older than this, at or below the stored block, was dealt with even if its row has expired. */
export const rowsLast = 86_400_000;

/** Whether a page at or below the stored block has only transfers that were dealt with. */
export function bringsNothing(
  { transfers }: SourcePage,
  { chain }: Pick<Watch, 'chain'>,
  cursor: BegunCursor,
  known: KnownTransfers,
  begunAt: number,
): boolean {
  const plausibleTo = plausibleThrough(transfers, cursor, chain, begunAt);
  // A page of unreadable entries, or of another wallet's, does not show which blocks it covers.
  if (transfers.length === 0) return false;
  return withKeys(transfers).every(({ key, transfer }) => {
    const { blockNumber } = transfer;
    const row = known.get(key);
    // An impossible block number sorts before all others in every reply.
    if (blockNumber > (cursor.block ?? -1)) return row !== undefined && blockNumber > plausibleTo;
    if (row !== undefined) return !isOffChain(row.status);
    return isOld(transfer, cursor.start) || isPast(transfer, begunAt);
  });
}

/** Whether a transfer is so old that its row may have expired: at or below the stored block it is not new. */
export function isPast({ blockTimestamp }: { readonly blockTimestamp: string | null }, now: number): boolean {
  return blockTimestamp !== null && Date.parse(blockTimestamp) <= now - rowsLast;
}
