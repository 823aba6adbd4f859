import type { BlockNumber, EpochMilliseconds } from '../../chain/units.ts';
import type { Cursor } from '../../state/cursor.ts';
import { isOffChain, isReported, type LastRow } from '../../state/ledger-row.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { highestShown, type PollRead, pastAfter, settledAfter } from './poll-read.ts';

/** Above all blocks: stands for no young block. */
export const noBlock: BlockNumber = Number.MAX_SAFE_INTEGER;

/** Transfers without a time, or with one in the future, are skipped: their rows have the time of their first read. */
export function ages(
  transfers: readonly Transfer[],
  plausibleTo: BlockNumber,
  begunAt: EpochMilliseconds,
): Pick<PollRead, 'aged' | 'young'> {
  let [aged, young] = [-1, noBlock];
  for (const { blockNumber, blockTimestamp } of transfers) {
    if (blockTimestamp === null || Date.parse(blockTimestamp) > begunAt || blockNumber > plausibleTo)
      continue;
    if (Date.parse(blockTimestamp) <= begunAt - settledAfter) aged = Math.max(aged, blockNumber);
    else young = Math.min(young, blockNumber);
  }
  return { aged, young };
}

/** @param after each unsettled transfer's last row, this poll's included */
export function settledThrough(
  { settled }: Pick<Cursor, 'settled'>,
  read: Pick<PollRead, 'begunAt' | 'aged' | 'young' | 'plausibleTo' | 'transfers' | 'unreadable'>,
  after: Iterable<LastRow>,
): BlockNumber {
  const { begunAt, aged, young, plausibleTo, transfers, unreadable } = read;
  const blocks = new Set(unreadable.map(({ blockNumber }) => blockNumber));
  const shown = new Set(blocks.size === 0 ? [] : transfers.map(({ key }) => key));
  /** An unreadable entry may be this transfer, which then stays unsettled for a day. */
  const isUnclear = ({ place: { block, key }, minedAt }: LastRow) =>
    (blocks.has(null) || blocks.has(block)) && !shown.has(key) && minedAt * 1_000 > begunAt - pastAfter;
  // A look ahead shows thefts in blocks that came after the read began: the rest of such a block is still unread.
  const covered = Math.max(aged, highestShown(read));
  let [old, ceiling] = [aged, young];
  for (const row of after) {
    const { place, minedAt, missed, status } = row;
    if (isOffChain(status) || status === 'moved') continue;
    // The transfer's real block is unknown.
    if (place.block > plausibleTo && missed) return settled;
    if (place.block > plausibleTo) continue;
    const isYoung = minedAt * 1_000 > begunAt - settledAfter;
    if (missed || isYoung || (isReported(status) && isUnclear(row))) ceiling = Math.min(ceiling, place.block);
    else if (place.block <= covered) old = Math.max(old, place.block);
  }
  return Math.max(settled, Math.min(old, ceiling - 1));
}
