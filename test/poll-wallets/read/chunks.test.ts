import { describe, expect, it } from 'vitest';
import { toChunks } from '../../../functions/poll-wallets/read/chunks.ts';
import type { TransferRead } from '../../../functions/poll-wallets/read/transfer-read.ts';
import { neverPolled, type WalletState } from '../../../functions/state/wallet-state.ts';
import type { Diff, SeenTransfer } from '../../../functions/transfer/compare-with-seen.ts';
import { describedTransfer, watchOf } from '../../support/alerts.ts';
import { emptyRange } from '../../support/empty-range.ts';

const { chain } = watchOf();
const begunAt = Date.parse('2026-01-02T03:05:00.000Z');
const transferAt = (blockNumber: number) => ({
  key: `k${blockNumber}`,
  transfer: describedTransfer({ blockNumber }),
});
const seenAt = (block: number, over: Partial<SeenTransfer> = {}): SeenTransfer => ({
  block,
  blockMark: '0a0b0c0d',
  minedAt: begunAt / 1_000 - 60,
  status: 'published',
  reissue: 0,
  page: null,
  ...over,
});
const seenOf = (...ones: SeenTransfer[]) => new Map(ones.map((one, i) => [`k${i}`, one]));
/** One in each block from 0 on. */
const freshOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...transferAt(n), reissue: 0 }));

/** A read to the head by a wallet whose stored block is 10,000, unless told otherwise. */
function chunksOf({
  diff = {},
  read = {},
  state = {},
  first = false,
}: {
  readonly diff?: Partial<Diff>;
  readonly read?: Partial<TransferRead>;
  readonly state?: Partial<WalletState>;
  readonly first?: boolean;
}) {
  const whole: TransferRead = {
    ...emptyRange,
    from: 9_975,
    transfers: [],
    begunAt,
    closes: false,
    plausibleTo: Number.POSITIVE_INFINITY,
    begins: true,
    leapsTo: 0,
    ...read,
  };
  const before = { ...neverPolled, version: 1, block: 10_000, ...state };
  return toChunks({ fresh: [], changed: new Map(), reverted: [], ...diff }, whole, first, before, chain);
}

describe('what is new', () => {
  it('is dealt with in chain order, two thousand transfers at a time', () => {
    const fresh = freshOf(4_001);
    const chunks = chunksOf({ diff: { fresh } });
    expect(chunks.map((chunk) => chunk.fresh.length)).toEqual([2_000, 2_000, 1]);
    expect(chunks.flatMap((chunk) => chunk.fresh)).toEqual(fresh);
    expect(chunks.map(({ last }) => last)).toEqual([false, false, true]);
  });

  it('holds the stored block back before the first transfer that a part leaves', () => {
    expect(chunksOf({ diff: { fresh: freshOf(4_001) } }).map(({ leftFrom }) => leftFrom)).toEqual([
      2_000,
      4_000,
      null,
    ]);
  });

  it('is one part where it just fits', () => {
    expect(chunksOf({ diff: { fresh: freshOf(2_000) } })).toMatchObject([{ last: true, leftFrom: null }]);
  });

  it('comes after what is taken back, of which the twenty oldest go first', () => {
    const reverted = Array.from({ length: 25 }, (_, n) => ({ key: `r${n}`, seen: seenAt(25 - n) }));
    const taken = chunksOf({ diff: { fresh: freshOf(2_001), reverted } }).map((chunk) =>
      chunk.reverted.map(({ seen }) => seen.block),
    );
    expect(taken).toEqual([Array.from({ length: 20 }, (_, n) => n + 1), []]);
  });

  it('comes before what has moved', () => {
    const changed = seenOf(seenAt(10_001));
    const moved = chunksOf({ diff: { fresh: freshOf(2_001), changed } }).map((chunk) => chunk.changed.size);
    expect(moved).toEqual([0, 1]);
  });

  it('waits for the rest of a block of which a part was read', () => {
    const chunks = chunksOf({ diff: { fresh: freshOf(3) }, read: { whole: false, from: 9_990 } });
    expect(chunks).toEqual([{ fresh: [], changed: new Map(), reverted: [], last: true, leftFrom: 9_990 }]);
  });
});

describe('a read without news', () => {
  const isSaved = (of: Parameters<typeof chunksOf>[0]) => chunksOf(of).length === 1;

  it('is not saved', () => {
    expect(chunksOf({})).toEqual([]);
    expect(chunksOf({ state: { block: null } })).toEqual([]);
  });

  it('is saved where it is the wallet’s first', () => {
    expect(chunksOf({ first: true })).toEqual([
      { fresh: [], changed: new Map(), reverted: [], last: true, leftFrom: null },
    ]);
  });

  it('is saved where it goes beyond the stored block', () => {
    expect(isSaved({ read: { through: 10_001 } })).toBe(true);
    expect(isSaved({ read: { through: 10_000 } })).toBe(false);
    expect(isSaved({ read: { transfers: [transferAt(9_999), transferAt(10_001)] } })).toBe(true);
    expect(isSaved({ read: { transfers: [transferAt(10_000)] } })).toBe(false);
  });

  it('is saved where the wallet had no block, were it the chain’s first', () => {
    expect(isSaved({ state: { block: null }, read: { through: 0 } })).toBe(true);
    expect(isSaved({ state: { block: null }, read: { transfers: [transferAt(0)] } })).toBe(true);
  });

  it('is not saved where an entry that can not be read holds the stored block back', () => {
    const unreadable = [{ blockNumber: 9_990, reason: 'value: none' }];
    expect(isSaved({ read: { through: 10_001, unreadable } })).toBe(false);
  });

  it('is saved where it ends a block that took several polls', () => {
    const unfinished = { block: 9_990, notes: [], position: null, unreadable: null };
    expect(isSaved({ state: { unfinished } })).toBe(true);
  });

  it('is saved where the re-scan time is over for all that is remembered, and it was complete up to the head', () => {
    const state = { seen: seenOf(seenAt(10_000, { minedAt: begunAt / 1_000 - 300 })) };
    expect(isSaved({ state })).toBe(true);
    expect(isSaved({ state, read: { complete: false } })).toBe(false);
    expect(isSaved({ state, read: { through: 10_000 } })).toBe(false);
    expect(isSaved({ state: { seen: seenOf(seenAt(10_000)) } })).toBe(false);
  });
});

describe('a last look without news', () => {
  const isSaved = (read: Partial<TransferRead>, ...seen: SeenTransfer[]) =>
    chunksOf({
      read: { closes: true, through: 149, ...read },
      state: { seenFrom: 100, denseTo: 200, seen: seenOf(...seen) },
    }).length === 1;

  it('is saved where it settles a block', () => {
    expect(isSaved({})).toBe(true);
    expect(isSaved({ through: 100 })).toBe(true);
    expect(isSaved({ through: 99 })).toBe(false);
  });

  it('is not saved where it was not complete', () => {
    expect(isSaved({ complete: false })).toBe(false);
  });

  it('settles nothing from what is missing on', () => {
    expect(isSaved({}, seenAt(101, { status: 'missing' }))).toBe(true);
    expect(isSaved({}, seenAt(100, { status: 'missing' }))).toBe(false);
  });
});
