import type { KnownTransfers } from '../../state/known-transfers.ts';
import { isOffChain } from '../../state/row.ts';
import type { SourcePage } from '../../transfer/source.ts';
import { withKeys } from '../../transfer/transfer-key.ts';
import { isOld } from '../../transfer/watch-start.ts';
import type { Watch } from '../../wallet/watch.ts';
import { plausibleThrough } from './plausible-block.ts';
import type { BegunCursor } from './poll-read.ts';

/** What lies at or below the stored block and is older than this was dealt with, though its row may have expired. */
const rowsLast = 86_400_000;

/** Of a page below or at the stored block: all of it was dealt with. */
export function bringsNothing(
  { transfers }: SourcePage,
  { chain }: Pick<Watch, 'chain'>,
  cursor: BegunCursor,
  known: KnownTransfers,
  begunAt: number,
): boolean {
  const plausibleTo = plausibleThrough(transfers, cursor, chain, begunAt);
  // A page of entries that are unreadable or another wallet's says nothing of where it lies.
  if (transfers.length === 0) return false;
  return withKeys(transfers).every(({ key, transfer }) => {
    const { blockNumber } = transfer;
    const row = known.get(key);
    // A number that the chain can't have reached stands on top of every reply.
    if (blockNumber > (cursor.block ?? -1)) return row !== undefined && blockNumber > plausibleTo;
    if (row !== undefined) return !isOffChain(row.status);
    return isOld(transfer, cursor.start) || isPast(transfer, begunAt);
  });
}

/** Mined so long ago that its row may have expired: at or below the stored block that is never news. */
export function isPast({ blockTimestamp }: { readonly blockTimestamp: string | null }, now: number): boolean {
  return blockTimestamp !== null && Date.parse(blockTimestamp) <= now - rowsLast;
}
