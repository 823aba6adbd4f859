import type { BlockNumber, EpochMilliseconds } from '../../chain/units.ts';
import type { Cursor } from '../../state/cursor.ts';
import { isOffChain, isReported, type LastRow } from '../../state/row.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { highestShown, type PollRead, pastAfter, settledAfter } from './poll-read.ts';

/** Transfers without a time, or with one in the future, are skipped: their rows have the time of their first read. */
export function ages(
  transfers: readonly Transfer[],
  plausibleTo: BlockNumber,
  begunAt: EpochMilliseconds,
): Pick<PollRead, 'aged' | 'young'> {
  let aged: BlockNumber | null = null;
  let young: BlockNumber | null = null;
  for (const { blockNumber, blockTimestamp } of transfers) {
    const minedAt = blockTimestamp === null ? Number.POSITIVE_INFINITY : Date.parse(blockTimestamp);
    if (blockNumber > plausibleTo || minedAt > begunAt) continue;
    if (minedAt <= begunAt - settledAfter) aged = highest(aged, blockNumber);
    else young = lowest(young, blockNumber);
  }
  return { aged, young };
}

/** @param after each unsettled transfer's last row, this poll's included */
export function settledThrough(
  { settled }: Pick<Cursor, 'settled'>,
  read: Pick<PollRead, 'begunAt' | 'aged' | 'young' | 'plausibleTo' | 'transfers' | 'unreadable'>,
  after: Iterable<LastRow>,
): BlockNumber {
  const { begunAt, aged, young, plausibleTo } = read;
  const isUnclear = unclearIn(read);
  // A look ahead shows thefts in blocks that came after the read began: the rest of such a block is still unread.
  const covered = Math.max(aged ?? -1, highestShown(read));
  let old = aged;
  let ceiling = young;
  for (const { place, minedAt, missed, status } of after) {
    if (isOffChain(status) || status === 'moved') continue;
    // Its real block is unknown.
    if (place.block > plausibleTo && missed) return settled;
    if (place.block > plausibleTo) continue;
    const isYoung = minedAt * 1_000 > begunAt - settledAfter;
    if (missed || isYoung || (isReported(status) && isUnclear({ place, minedAt })))
      ceiling = lowest(ceiling, place.block);
    else if (place.block <= covered) old = highest(old, place.block);
  }
  if (old === null) return settled;
  return Math.max(settled, ceiling === null ? old : Math.min(old, ceiling - 1));
}

/** Whether a transfer may be an unreadable entry, which holds it up for a day. */
function unclearIn({
  unreadable,
  transfers,
  begunAt,
}: Pick<PollRead, 'unreadable' | 'transfers' | 'begunAt'>): (
  row: Pick<LastRow, 'place' | 'minedAt'>,
) => boolean {
  if (unreadable.length === 0) return () => false;
  const blocks = new Set(unreadable.map(({ blockNumber }) => blockNumber));
  const shown = new Set(transfers.map(({ key }) => key));
  return ({ place: { block, key }, minedAt }) =>
    (blocks.has(null) || blocks.has(block)) && !shown.has(key) && minedAt * 1_000 > begunAt - pastAfter;
}

export function highest(a: BlockNumber | null, b: BlockNumber | null): BlockNumber | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

export function lowest(a: BlockNumber | null, b: BlockNumber | null): BlockNumber | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

export function lowestBlock(transfers: readonly Transfer[]): BlockNumber | null {
  return transfers.reduce<BlockNumber | null>((least, { blockNumber }) => lowest(least, blockNumber), null);
}
