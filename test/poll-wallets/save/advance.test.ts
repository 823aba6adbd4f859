import { expect, it } from 'vitest';
import type { PollRead } from '../../../functions/poll-wallets/read/poll-read.ts';
import { advance, advanceOf } from '../../../functions/poll-wallets/save/advance.ts';
import type { Advance } from '../../../functions/state/cursor.ts';
import { type LastRow, quietRow, type RowStatus } from '../../../functions/state/ledger-row.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import { describedTransfer } from '../../support/alerts.ts';
import { begunCursor, longRead, pollRead } from '../../support/reads.ts';

const begunAt = Date.parse('2026-01-02T03:20:00.000Z');
const start = { since: '2026-01-02T03:00:00.000Z', block: 0, timedTo: null };
const anchor = { block: 90, minedAt: begunAt / 1_000 - 3_600 };
const cursor = begunCursor({ version: 20, born: 1, start, block: 100, anchor, settled: 80, newest: 100 });
const oldEnough = '2026-01-02T03:15:00.000Z';
const anchorOf = (block: number) => ({ block, minedAt: Date.parse(oldEnough) / 1_000 });
const transferIn = (blockNumber: number) => describedTransfer({ blockNumber, blockTimestamp: oldEnough });

/** A complete read of transfers in these blocks, all old enough to be settled. */
function readOf(blocks: readonly number[], over: Partial<PollRead> = {}): PollRead {
  const aged = blocks.reduce((top, block) => Math.max(top, block), -1);
  return pollRead({ begunAt, transfers: withKeys(blocks.map(transferIn)), aged, ...over });
}

/** @param age in seconds, at the start of the read */
const rowIn = (block: number, status: RowStatus = 'told', age = 3_600): LastRow =>
  quietRow({ block, order: '000001.0000001', key: `${block} ${status}` }, status, begunAt - age * 1_000);

const reading = longRead({ begunAt, below: 95 });
const gone = rowIn(100, 'reverted');
const all = Number.POSITIVE_INFINITY;
const abandoned = [101, 105, 106].map((to, i) => ({ batch: i + 2, to }));

/** The cursor after a read of these blocks; the batch from block `left` on was left to a later poll. */
function after(read: PollRead, rows: readonly LastRow[], of: Partial<typeof cursor> = {}, left = all) {
  const next = left === all ? undefined : left;
  return advance({ ...cursor, ...of }, read, rows, next);
}

it.each<[string, Partial<Advance>, Parameters<typeof after>]>([
  [
    'has the highest block shown as stored block, and settles all blocks that are old enough',
    {
      ...advanceOf(cursor),
      ...{ block: 105, settled: 105, newest: 105, anchor: anchorOf(105) },
      start: { ...start, timedTo: 105 },
    },
    [readOf([101, 105]), [rowIn(101), rowIn(105)]],
  ],
  ['stays if only older blocks were shown', { block: 100 }, [readOf([95]), [rowIn(95)]]],
  ['stays if nothing was shown', { block: null, start }, [readOf([]), [], { block: null, anchor: null }]],
  [
    'has as its newest row one that the read lacks, if it is in a higher block',
    { block: 101, newest: 103, start: { ...start, timedTo: 103 } },
    [readOf([101]), [rowIn(103)]],
  ],
  [
    "has its last row at a transfer's present place, not at an earlier one",
    { block: 101, newest: 101 },
    [readOf([101]), [rowIn(101), rowIn(103, 'moved'), rowIn(104, 'reverted')]],
  ],
  [
    'advances as far as the chain has reached',
    { block: 105, newest: 105 },
    [readOf([101, 105], { plausibleTo: 105 }), [rowIn(105)]],
  ],
  [
    'never advances to a number that the chain has not reached',
    { block: 101, newest: 101, settled: 101, anchor: anchorOf(101) },
    [readOf([101, 5_000], { aged: 101 }), [rowIn(101), rowIn(5_000)]],
  ],
  [
    'keeps the first block at which reads begin',
    { start: { ...start, timedTo: 70 } },
    [readOf([101]), [rowIn(101)], { start: { ...start, timedTo: 70 } }],
  ],
  [
    'stays just below a batch that is left, and settles nothing',
    { ...advanceOf(cursor), block: 103, anchor: anchorOf(101), newest: 104 },
    [readOf([101, 104, 107]), [rowIn(101), rowIn(104)], {}, 104],
  ],
  ['does not go back if the batch left lies below', { block: 100 }, [readOf([85, 107]), [rowIn(85)], {}, 90]],
  ['does not begin at what is left', { block: null }, [readOf([]), [], { block: null }, 0]],
  [
    'does not advance until a read of several polls is complete',
    { ...advanceOf(cursor), newest: 105, reading },
    [readOf([101, 105], { isEnded: false, reading }), [rowIn(105)]],
  ],
  [
    'is at the highest block of a complete read, and settles nothing if the read did not reach the settled block',
    { block: 105, settled: 80, newest: 105, reading: null },
    [readOf([101, 105], { isEnded: false }), [rowIn(105)], { reading }],
  ],
  [
    'forgets abandoned batches once their blocks are settled',
    { abandoned: [{ batch: 4, to: 106 }] },
    [readOf([101, 105]), [rowIn(105)], { abandoned }],
  ],
  [
    'remembers abandoned batches until then',
    { abandoned },
    [readOf([105], { isEnded: false }), [rowIn(105)], { abandoned }],
  ],
  // The chain may not have reached the old number.
  ['goes back to what stands if its block was taken back', { block: 90 }, [readOf([90]), [rowIn(90), gone]]],
  ['goes back to what is not settled yet', { block: 95 }, [readOf([]), [rowIn(95, 'told', 10), gone]]],
  ['goes back to the settled block', { block: 80, settled: 80 }, [readOf([]), [gone]]],
  ['does not rise to a theft above blocks left out', { block: 100 }, [readOf([90]), [gone, rowIn(110)]]],
  ['stays if its transfer still stands', { block: 100 }, [readOf([90]), [rowIn(100), rowIn(103)]]],
  ['stays if another one stands there', { block: 100 }, [readOf([90]), [rowIn(100), gone, rowIn(103)]]],
  ['stays if it stood elsewhere', { block: 100 }, [readOf([90]), [rowIn(90, 'reverted'), rowIn(95)]]],
  ['stays if no row speaks of it', { block: 100 }, [readOf([90]), [rowIn(90)]]],
])('once the news of a read is recorded, the cursor %s', (_what, expected, of) => {
  expect(after(...of)).toMatchObject(expected);
});
