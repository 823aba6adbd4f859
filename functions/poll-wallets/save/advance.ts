import { isDeepStrictEqual } from 'node:util';
import type { BlockNumber } from '../../chain/units.ts';
import { type Advance, type Cursor, waitingDigests } from '../../state/cursor.ts';
import { isOffChain, type LastRow } from '../../state/ledger-row.ts';
import { anchorAt } from '../read/plausible-block.ts';
import { type PollRead, throughBlock } from '../read/poll-read.ts';
import { settledThrough } from '../read/settle.ts';

/** @param after each unsettled transfer's last row, this batch's included @param next the block of the next batch's oldest transfer */
export function advance(
  cursor: Cursor,
  read: PollRead,
  after: readonly LastRow[],
  next: BlockNumber | undefined,
): Advance {
  const { start, settled } = cursor;
  const { plausibleTo, begunAt } = read;
  const shown = read.transfers.map(({ transfer }) => transfer);
  const standing = after.filter(
    ({ status, place }) => !isOffChain(status) && status !== 'moved' && place.block <= plausibleTo,
  );
  const newest = standing.reduce((highest, { place }) => Math.max(highest, place.block), settled);
  const top = throughBlock(read);
  const ceiling = Math.min(top, (next ?? Number.POSITIVE_INFINITY) - 1);
  const block = ceiling > (cursor.block ?? -1) ? ceiling : cursor.block;
  const anchor = anchorAt(shown, block, cursor.anchor, begunAt);
  const before: Advance = { ...advanceOf(cursor), block, anchor, newest };
  // If batches or parts of the read are left, a later one moves the block.
  if (next !== undefined) return before;
  if (read.reading !== null) return { ...before, reading: read.reading };
  if (!read.isEnded) return { ...before, reading: null };
  const through = settledThrough(cursor, read, after);
  const waiting = waitingDigests(cursor.rations);
  // A node's times are right, and while it syncs it shows years of old blocks.
  const isTimed = start === null || start.timedTo !== null || block === null || cursor.source === 'node';
  return {
    ...before,
    start: isTimed ? start : { ...start, timedTo: Math.max(block, newest) },
    // A theft may stand above blocks that the read has left out.
    block: wasTakenBack(cursor.block, after) ? Math.min(block ?? -1, Math.max(top, newest, through)) : block,
    settled: through,
    newest: Math.max(newest, through),
    reading: null,
    // A waiting digest reads its rows again, even in settled blocks.
    abandoned: cursor.abandoned.filter(({ to }) => to > through || waiting.some(({ from }) => from <= to)),
  };
}

/** Whether the stored block's transfers were taken back: its number may have been wrong, and ahead of the chain. */
function wasTakenBack(block: BlockNumber | null, after: readonly LastRow[]): boolean {
  const there = after.filter(({ place }) => place.block === block);
  return there.length > 0 && there.every(({ status }) => isOffChain(status));
}

export function advanceOf(cursor: Cursor): Advance {
  const { start, block, anchor, settled, newest, reading, rations, abandoned } = cursor;
  return { start, firstTry: null, block, anchor, settled, newest, reading, rations, abandoned };
}

export function changesOf(cursor: Cursor, then: Advance): Partial<Advance> {
  const before: Record<string, unknown> = { ...cursor };
  const changes = Object.entries(then).filter(([name, value]) => !isDeepStrictEqual(value, before[name]));
  return Object.fromEntries(changes);
}
