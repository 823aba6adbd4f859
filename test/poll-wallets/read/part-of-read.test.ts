import { describe, expect, it } from 'vitest';
import type { Collected } from '../../../functions/poll-wallets/read/collect-pages.ts';
import {
  aboveAll,
  aboveBlock,
  belowBlock,
  endsOf,
  isLacked,
  partOf,
  type ReadBefore,
} from '../../../functions/poll-wallets/read/part-of-read.ts';
import { throughBlock, unsettledBlocks } from '../../../functions/poll-wallets/read/poll-read.ts';
import { placeOf } from '../../../functions/state/place.ts';
import { describedTransfer, watchOf } from '../../support/alerts.ts';
import { begunCursor, longRead, transferIn } from '../../support/reads.ts';

const watch = watchOf();
const begunAt = Date.parse('2026-01-02T03:10:00.000Z');
const plausibleTo = 4_000_000_000;
const since = '2026-01-01T00:00:00.000Z';
const cursor = begunCursor({ settled: 10 });
const transfers = [transferIn(14), transferIn(12)];
const ends = endsOf(transfers, plausibleTo);

/** A part of a read that shows these two, goes on below them, and was cut short; the first unless told otherwise. */
function part(shown: Partial<Collected> = {}, over: Partial<ReadBefore> = {}) {
  const collected = { transfers, unreadable: [], next: 'p1', isCutShort: true, waitsFor: null, ...shown };
  const first = { ...longRead({ begunAt }), position: null, below: null };
  return partOf(collected, { ...first, held: [], ...over }, new Map(), watch, cursor);
}
const end = { next: null, isCutShort: false };
const later = { position: 'p0', below: 20 };

describe('a part of a read', () => {
  it('can be continued if it was cut short, at its position or from its lowest block', () => {
    expect(part().reading).toMatchObject({ name: 'read', position: 'p1', below: 12 });
    expect(part({ transfers: [] }, later).reading).toMatchObject({ position: 'p1', below: 20 });
    expect(part().isEnded).toBe(false);
  });

  it('is the last if the source ends, or if it has reached known rows', () => {
    expect(part(end)).toMatchObject({ reading: null, isEnded: true });
    expect(part({ isCutShort: false })).toMatchObject({ reading: null, isEnded: false });
  });

  it('keeps no position of more than 700 characters', () => {
    expect(part({ next: 'p'.repeat(700) }).reading?.position).toHaveLength(700);
    expect(part({ next: 'p'.repeat(701) }).reading?.position).toBe('');
  });

  it('proves absence between the transfers that it shows, and above them if it is the first part', () => {
    expect(part({}, later).lacks).toEqual({ from: ends?.bottom, to: ends?.top });
    expect(part().lacks).toEqual({ from: ends?.bottom, to: aboveBlock(plausibleTo) });
    expect(part(end, later).lacks).toEqual({ from: aboveBlock(10), to: ends?.top });
    expect(part(end).lacks).toEqual({ from: aboveBlock(10), to: aboveAll });
  });

  it('proves that all blocks below the part before it are empty if it shows nothing and the source has ended', () => {
    const empty = { ...end, transfers: [] };
    expect(part(empty, later).lacks).toEqual({ from: aboveBlock(10), to: belowBlock(20) });
    expect(part(empty, { ...later, below: null }).lacks).toBeNull();
    expect(part({ transfers: [] }, later).lacks).toBeNull();
  });

  it('proves no absence below the transfers that it shows if it has reached known rows', () => {
    expect(part({ isCutShort: false }).lacks).toEqual({ from: ends?.bottom, to: aboveBlock(plausibleTo) });
  });
});

describe('the block up to which a read is complete', () => {
  it('is the highest block that it shows, except for numbers ahead of the chain', () => {
    expect(throughBlock(part(end))).toBe(14);
    const ahead = transferIn(plausibleTo + 1);
    expect(throughBlock(part({ ...end, transfers: [ahead, ...transfers] }))).toBe(14);
    expect(throughBlock(part({ ...end, transfers: [] }))).toBe(-1);
    expect(throughBlock(part())).toBe(-1);
  });
});

describe('a read of what is not settled', () => {
  const from = (settled: number, timedTo: number | null) =>
    unsettledBlocks(watch, { settled, start: { since, block: 0, timedTo } }).from;

  it('begins above the settled block, or two minutes before the first poll if that one failed', () => {
    expect(from(10, 0)).toEqual({ block: 11 });
    expect(from(10, null)).toEqual({ block: 11 });
    expect(from(0, null)).toEqual({ block: 1 });
    expect(from(-1, 0)).toEqual({ block: 0 });
    expect(from(-1, null)).toEqual({ time: new Date('2025-12-31T23:58:00.000Z') });
  });
});

const at = (blockNumber: number, transactionIndex: number, logIndex = 0) =>
  describedTransfer({ blockNumber, transactionIndex, logIndex });
const place = (...where: Parameters<typeof at>) => placeOf('k', at(...where));

describe('what a part of a read speaks for', () => {
  it('is the range between its first and its last transaction, also inside a block', () => {
    const ends = endsOf([at(4_000_000_000, 1), at(9, 8, 1), at(9, 7, 5), at(9, 7, 4), at(9, 3)], 9);
    const span = { from: ends?.bottom ?? '', to: ends?.top ?? '' };
    expect([8, 7, 5, 3, 2].map((index) => isLacked(span, place(9, index)))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
    expect([place(8, 5), place(10, 5)].map((one) => isLacked(span, one))).toEqual([false, false]);
  });

  it('leaves out the blocks at its ends if the source lists in another order', () => {
    const ends = endsOf([at(7, 1), at(9, 3), at(9, 8), at(5, 2)], 1_000);
    const span = { from: ends?.bottom ?? '', to: ends?.top ?? '' };
    expect([5, 6, 8, 9].map((block) => isLacked(span, place(block, 5)))).toEqual([false, true, true, false]);
  });

  it('is nothing if it shows nothing', () => {
    expect(endsOf([], 1_000)).toBeNull();
  });

  it('is all blocks above the settled one if the read came to its end', () => {
    const span = { from: aboveBlock(4), to: aboveAll };
    expect([4, 5, 9_999_999_999].map((block) => isLacked(span, place(block, 0)))).toEqual([
      false,
      true,
      true,
    ]);
    expect(isLacked({ from: belowBlock(4), to: belowBlock(5) }, place(4, 0))).toBe(true);
    expect(isLacked({ from: belowBlock(4), to: belowBlock(5) }, place(5, 0))).toBe(false);
  });
});
