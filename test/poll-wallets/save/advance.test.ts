import { describe, expect, it } from 'vitest';
import type { PollRead } from '../../../functions/poll-wallets/read/poll-read.ts';
import { advance, advanceOf } from '../../../functions/poll-wallets/save/advance.ts';
import { type LastRow, quietRow, type RowStatus } from '../../../functions/state/row.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import { describedTransfer } from '../../support/alerts.ts';
import { begunCursor, longRead, pollRead } from '../../support/reads.ts';

const begunAt = Date.parse('2026-01-02T03:20:00.000Z');
const start = { since: '2026-01-02T03:00:00.000Z', block: 0, timedTo: null };
const anchor = { block: 90, minedAt: begunAt / 1_000 - 3_600 };
const cursor = begunCursor({ version: 20, born: 1, start, block: 100, anchor, settled: 80, newest: 100 });
const oldEnough = '2026-01-02T03:15:00.000Z';
const transferIn = (blockNumber: number) => describedTransfer({ blockNumber, blockTimestamp: oldEnough });

/** A read that came to its end, of transfers in these blocks, all old enough to be settled. */
function readOf(blocks: readonly number[], over: Partial<PollRead> = {}): PollRead {
  const aged = blocks.reduce((top, block) => Math.max(top, block), -1);
  return pollRead({ begunAt, transfers: withKeys(blocks.map(transferIn)), aged, ...over });
}

/** @param age in seconds, as the read began */
const rowIn = (block: number, status: RowStatus = 'told', age = 3_600): LastRow =>
  quietRow({ block, order: '000001.0000001', key: `${block} ${status}` }, status, begunAt - age * 1_000);

const nextIn = (block: number) => ({ key: 'next', transfer: transferIn(block), reissue: 0 });

describe('once the news of a read is recorded, the cursor', () => {
  it('has the highest block shown as stored block, and settles all that is old enough', () => {
    expect(advance(cursor, readOf([101, 105]), [rowIn(101), rowIn(105)], undefined)).toEqual({
      ...advanceOf(cursor),
      start: { ...start, timedTo: 105 },
      block: 105,
      anchor: { block: 105, minedAt: Date.parse(oldEnough) / 1_000 },
      settled: 105,
      newest: 105,
    });
  });

  it('stays unchanged if only older blocks were shown', () => {
    expect(advance(cursor, readOf([95]), [rowIn(95)], undefined).block).toBe(100);
    const none = { ...cursor, block: null, anchor: null };
    expect(advance(none, readOf([]), [], undefined)).toMatchObject({ block: null, start });
  });

  it('has as its newest row one that the read lacks, if that stands higher', () => {
    const { block, start: begun, newest } = advance(cursor, readOf([101]), [rowIn(103)], undefined);
    expect([block, newest, begun?.timedTo]).toEqual([101, 103, 103]);
  });

  it('has its last row where a transfer stands, not where one stood before', () => {
    const rows = [rowIn(101), rowIn(103, 'moved'), rowIn(104, 'reverted')];
    expect(advance(cursor, readOf([101]), rows, undefined)).toMatchObject({ block: 101, newest: 101 });
  });

  it('never goes to a number that the chain has not reached', () => {
    const last = readOf([101, 105], { plausibleTo: 105 });
    expect(advance(cursor, last, [rowIn(105)], undefined)).toMatchObject({ block: 105, newest: 105 });
    const read = readOf([101, 5_000], { aged: 101 });
    expect(advance(cursor, read, [rowIn(101), rowIn(5_000)], undefined)).toMatchObject({
      block: 101,
      anchor: { block: 101 },
      settled: 101,
      newest: 101,
    });
  });

  it('keeps the first block by which reads begin', () => {
    const begun = { ...start, timedTo: 70 };
    expect(advance({ ...cursor, start: begun }, readOf([101]), [rowIn(101)], undefined).start).toBe(begun);
  });
});

describe('while something is left for a later batch, the cursor', () => {
  it('stands just below that batch, and nothing is settled', () => {
    const rows = [rowIn(101), rowIn(104)];
    expect(advance(cursor, readOf([101, 104, 107]), rows, nextIn(104))).toEqual({
      ...advanceOf(cursor),
      block: 103,
      anchor: { block: 101, minedAt: Date.parse(oldEnough) / 1_000 },
      newest: 104,
    });
  });

  it('does not go back if the remaining transfers lie below it', () => {
    expect(advance(cursor, readOf([85, 107]), [rowIn(85)], nextIn(90)).block).toBe(100);
    expect(advance({ ...cursor, block: null }, readOf([]), [], nextIn(0)).block).toBeNull();
  });
});

const reading = longRead({ begunAt, below: 95 });

describe('of a read that has not come down to the settled block, the cursor', () => {
  it('continues the read if it is not complete, and does not advance', () => {
    const read = readOf([101, 105], { isEnded: false, reading });
    expect(advance(cursor, read, [rowIn(105)], undefined)).toEqual({
      ...advanceOf(cursor),
      newest: 105,
      reading,
    });
  });

  it('stands at its highest block if it is complete, without the position of a read of several polls', () => {
    const read = readOf([101, 105], { isEnded: false });
    expect(advance({ ...cursor, reading }, read, [rowIn(105)], undefined)).toMatchObject({
      block: 105,
      settled: 80,
      newest: 105,
      reading: null,
    });
  });
});

describe('abandoned batches', () => {
  it('are forgotten once their blocks are settled', () => {
    const abandoned = [101, 105, 106].map((to, i) => ({ batch: i + 2, to }));
    const before = { ...cursor, void: abandoned };
    expect(advance(before, readOf([101, 105]), [rowIn(105)], undefined).void).toEqual([
      { batch: 4, to: 106 },
    ]);
    expect(advance(before, readOf([105], { isEnded: false }), [rowIn(105)], undefined).void).toBe(abandoned);
  });
});

describe('when the transfer in the stored block was taken back', () => {
  const gone = rowIn(100, 'reverted');

  it('the cursor goes back to the highest remaining transfer: the chain may not have reached the old number', () => {
    expect(advance(cursor, readOf([90]), [rowIn(90), gone], undefined).block).toBe(90);
    expect(advance(cursor, readOf([]), [rowIn(95, 'told', 10), gone], undefined).block).toBe(95);
    expect(advance(cursor, readOf([]), [gone], undefined)).toMatchObject({ block: 80, settled: 80 });
  });

  it.each<[string, readonly LastRow[]]>([
    ['it still stands there', [rowIn(100), rowIn(103)]],
    ['something else does', [rowIn(100), gone, rowIn(103)]],
    ['it stood elsewhere', [rowIn(90, 'reverted'), rowIn(95)]],
    ['no row speaks of it', [rowIn(90)]],
  ])('the cursor stays if %s', (_why, rows) => {
    expect(advance(cursor, readOf([90]), rows, undefined).block).toBe(100);
  });
});
