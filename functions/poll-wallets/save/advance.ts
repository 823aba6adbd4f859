import type { Advance, Cursor } from '../../state/cursor.ts';
import type { LastRow } from '../../state/row.ts';
import type { FreshTransfer } from '../decide/compare.ts';
import { anchorAt } from '../read/plausible-block.ts';
import { type PollRead, throughBlock } from '../read/poll-read.ts';
import { settledThrough } from '../read/settle.ts';

/**
 * What the cursor is to be once some news of a read is dealt with.
 * @param after the last rows of the transfers that are not settled, those of this batch among them
 * @param next the oldest transfer that is left for a batch to come; undefined: none is
 */
export function advance(
  cursor: Cursor,
  read: PollRead,
  after: readonly LastRow[],
  next: FreshTransfer | undefined,
): Advance {
  const { start, settled } = cursor;
  const { plausibleTo, begunAt } = read;
  const shown = read.transfers.map(({ transfer }) => transfer);
  const standing = after.filter(
    ({ status, place }) => status !== 'reverted' && status !== 'moved' && place.block <= plausibleTo,
  );
  const newest = standing.reduce((highest, { place }) => Math.max(highest, place.block), settled);
  const top = throughBlock(read);
  const ceiling = Math.min(top, (next?.transfer.blockNumber ?? Number.POSITIVE_INFINITY) - 1);
  const block = ceiling > (cursor.block ?? -1) ? ceiling : cursor.block;
  const anchor = anchorAt(shown, block, cursor.anchor, begunAt);
  const before: Advance = { ...advanceOf(cursor), block, anchor, newest };
  // Where something is left, or the read goes on, only a later batch or poll can say that all of it was dealt with.
  if (next !== undefined) return before;
  if (read.reading !== null) return { ...before, reading: read.reading };
  if (!read.isEnded) return { ...before, reading: null };
  const through = settledThrough(cursor, read, after);
  const timedTo = start === null || start.timedTo !== null || block === null ? null : Math.max(block, newest);
  return {
    ...before,
    start: start !== null && timedTo !== null ? { ...start, timedTo } : start,
    block: isGone(cursor.block, after) ? Math.max(top, newest, through) : block,
    settled: through,
    newest: Math.max(newest, through),
    reading: null,
    void: cursor.void.filter(({ to }) => to > through),
  };
}

/** Whether what stood in the stored block was taken back: its number may have been wrong, and the chain not there yet. */
function isGone(block: number | null, after: readonly LastRow[]): boolean {
  const there = after.filter(({ place }) => place.block === block);
  return there.length > 0 && there.every(({ status }) => status === 'reverted');
}

/** The part of a cursor that commits change. */
export function advanceOf(cursor: Cursor): Advance {
  const { start, block, anchor, settled, newest, reading, void: abandoned } = cursor;
  return { start, firstTry: null, block, anchor, settled, newest, reading, void: abandoned };
}

/** Whether a commit would change nothing. A watch that begins without a row has its start in memory only. */
export function isSame(cursor: Cursor, then: Advance): boolean {
  return cursor.firstTry === null && JSON.stringify(advanceOf(cursor)) === JSON.stringify(then);
}
