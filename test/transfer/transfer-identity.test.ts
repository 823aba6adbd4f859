import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { neverPolled, type WalletState } from '../../functions/state/wallet-state.ts';
import {
  compareWithSeen,
  isEmpty,
  type SeenStatus,
  toSeen,
} from '../../functions/transfer/compare-with-seen.ts';
import { directionFor } from '../../functions/transfer/transfer.ts';
import { dropRepeats, withKeys } from '../../functions/transfer/transfer-key.ts';
import { exchange, describedTransfer as transfer, treasury, usdc } from '../support/alerts.ts';

const keysOf = (...transfers: ReturnType<typeof transfer>[]) => withKeys(transfers).map(({ key }) => key);
const otherBlock = {
  blockNumber: 18_000_002,
  blockHash: `0x${'ee'.repeat(32)}`,
  logIndex: 7,
  transactionIndex: 0,
};

describe("a transfer's key", () => {
  it('stays when a re-org moves it to another block and log entry', () => {
    expect(keysOf(transfer(otherBlock))).toEqual(keysOf(transfer()));
  });

  it('tells equal transfers of one transaction apart, and keeps them when both move', () => {
    const both = [transfer({ logIndex: 5 }), transfer({ logIndex: 9 })] as const;
    const keys = keysOf(...both);
    expect(new Set(keys).size).toBe(2);
    expect(
      keysOf(transfer({ ...otherBlock, logIndex: 11 }), transfer({ ...otherBlock, logIndex: 3 })),
    ).toEqual(keys);
  });

  it.each([
    { value: 1n },
    { transactionHash: `0x${'9'.repeat(64)}` },
    { from: { address: treasury, label: null } },
    { to: { address: exchange, label: null } },
  ])('differs where %o differs', (over) => {
    expect(keysOf(transfer(over))).not.toEqual(keysOf(transfer()));
  });

  it('is the same in every version, for tables hold it', () => {
    expect(keysOf(transfer(), transfer({ logIndex: 42 }))).toEqual([
      'iPV5gkDuIMMtLQDLaJUVig',
      'xN8wmaXUcdvzarRLaug8tA',
    ]);
  });

  it('tells three equal transfers apart, where no log entry is known too', () => {
    const equal = () => transfer({ logIndex: null, transactionIndex: null });
    expect(new Set(keysOf(equal(), equal(), equal())).size).toBe(3);
  });

  it('keeps neighbouring fields apart', () => {
    const transactionHash = `0x${'9'.repeat(64)}`;
    const shifted = transfer(
      { transactionHash: transactionHash.slice(0, -1) },
      {
        address: `9${usdc}` as never,
      },
    );
    expect(keysOf(shifted)).not.toEqual(keysOf(transfer({ transactionHash })));
  });

  it('orders by log entry and transaction whichever order they come in', () => {
    const rows = [7, 3, 9, 1].map((index) => transfer({ transactionIndex: index, logIndex: 20 - index }));
    const indexes = (given: typeof rows) => withKeys(given).map((one) => one.transfer.transactionIndex);
    expect(indexes(rows)).toEqual([1, 3, 7, 9]);
    expect(indexes(rows.toReversed())).toEqual([1, 3, 7, 9]);
    const logs = [7, 3, 9, 1].map((logIndex) => transfer({ logIndex }));
    expect(withKeys(logs).map((one) => one.transfer.logIndex)).toEqual([1, 3, 7, 9]);
  });

  it('orders by block, then transaction, then log entry', () => {
    const order = withKeys([
      transfer({ blockNumber: 2, transactionIndex: 0, logIndex: 0 }),
      transfer({ blockNumber: 1, transactionIndex: 5, logIndex: 9 }),
      transfer({ blockNumber: 1, transactionIndex: 5, logIndex: 8 }),
      transfer({ blockNumber: 1, transactionIndex: 4, logIndex: 99 }),
    ]).map(({ transfer: { blockNumber, logIndex } }) => [blockNumber, logIndex]);
    expect(order).toEqual([
      [1, 99],
      [1, 8],
      [1, 9],
      [2, 0],
    ]);
  });
});

describe('rows that a reply repeats', () => {
  it('are one', () => {
    expect(
      dropRepeats([transfer(), transfer({ from: { address: exchange, label: 'renamed' } })]),
    ).toHaveLength(1);
  });

  it('stay two where they are two log entries', () => {
    expect(dropRepeats([transfer({ logIndex: 1 }), transfer({ logIndex: 2 })])).toHaveLength(2);
  });

  it('count once where a re-org during the read shows a transaction in two blocks', () => {
    const before = [transfer({ logIndex: 1 }), transfer({ logIndex: 2 })];
    expect(dropRepeats([transfer({ ...otherBlock, logIndex: 4 }), ...before])).toEqual(before);
    expect(dropRepeats([transfer(), transfer(otherBlock)])).toEqual([transfer(otherBlock)]);
  });
});

describe('rows without a block hash', () => {
  it('belong to the others of their block', () => {
    const rows = [
      transfer({ logIndex: 1 }),
      transfer({ logIndex: 2, blockHash: null }),
      transfer({ logIndex: 3, blockHash: null }),
    ];
    for (const given of [rows, rows.toReversed()])
      expect(dropRepeats([...given, transfer({ ...otherBlock, logIndex: 4 })])).toEqual(given);
  });

  it('are those of one block where none of it has one', () => {
    const rows = [1, 2].map((logIndex) => transfer({ logIndex, blockHash: null }));
    expect(dropRepeats(rows)).toEqual(rows);
    const moved = transfer({ ...otherBlock, blockHash: null });
    expect(dropRepeats([...rows, moved])).toEqual(rows);
  });
});

it('rows of several transactions stay, each by itself', () => {
  const rows = ['1', '2'].map((digit) => transfer({ transactionHash: `0x${digit.repeat(64)}` }));
  const later = { ...otherBlock, transactionHash: `0x${'3'.repeat(64)}` };
  expect(dropRepeats([...rows, transfer(later)])).toEqual([...rows, transfer(later)]);
});

describe('compared with what was seen', () => {
  const start = { since: '2026-01-02T03:00:00.000Z', block: 0, timedTo: 18_000_000 };
  const range = { from: 17_999_000, through: null };
  const readOf = (transfers: ReturnType<typeof transfer>[], over = {}) => ({
    transfers: withKeys(transfers),
    complete: true,
    ...range,
    ...over,
  });
  const seenBefore = (status: SeenStatus, over = {}, reissue = 0): WalletState => ({
    ...neverPolled,
    start,
    seen: new Map(withKeys([transfer(over)]).map((one) => [one.key, toSeen(one.transfer, status, reissue)])),
  });
  const nothing = { fresh: [], changed: new Map(), reverted: [] };

  it('is remembered with the first digits of its block and the second it was mined in', () => {
    expect(toSeen(transfer({ blockHash: `0x${'0123456789abcdef'.repeat(4)}` }), 'published')).toEqual({
      block: 18_000_000,
      blockMark: '01234567',
      minedAt: Date.parse('2026-01-02T03:04:05.000Z') / 1_000,
      status: 'published',
      reissue: 0,
      page: null,
    });
    const bare = transfer({ blockHash: null, blockTimestamp: null });
    expect(toSeen(bare, 'suppressed', 2)).toMatchObject({ blockMark: '', minedAt: null, reissue: 2 });
  });

  it('is remembered anew where its time is known at last, or only its block has another hash or number', () => {
    const changedFrom = (over: object) =>
      compareWithSeen(readOf([transfer()]), seenBefore('published', over)).changed.size;
    expect(changedFrom({ blockTimestamp: null })).toBe(1);
    expect(changedFrom({ blockTimestamp: '2026-01-02T03:04:09.000Z' })).toBe(0);
    expect(changedFrom({ blockHash: otherBlock.blockHash })).toBe(1);
    expect(changedFrom({ blockNumber: otherBlock.blockNumber })).toBe(1);
    const timeless = readOf([transfer({ blockTimestamp: null })]);
    expect(compareWithSeen(timeless, seenBefore('published', { blockTimestamp: null }))).toEqual(nothing);
  });

  it('stays hidden where a re-org moves what was hidden', () => {
    const { changed } = compareWithSeen(readOf([transfer()]), seenBefore('suppressed', otherBlock, 1));
    expect([...changed.values()]).toMatchObject([{ status: 'suppressed', reissue: 1 }]);
  });

  it('is missed in the first and in the last block of a read, and leaves its page then', () => {
    const { blockNumber } = transfer();
    const read = readOf([], { window: { from: blockNumber, through: blockNumber } });
    expect(compareWithSeen(read, seenBefore('missing')).reverted).toHaveLength(1);
    expect(compareWithSeen(read, seenBefore('missing')).changed.size).toBe(0);
    const [key] = keysOf(transfer());
    const paged = { ...toSeen(transfer(), 'published'), page: 'p' };
    const { changed } = compareWithSeen(read, { start, seen: new Map([[key ?? '', paged]]) });
    expect([...changed.values()]).toMatchObject([{ status: 'missing', page: null }]);
  });

  it('is old while no watch has begun', () => {
    expect(compareWithSeen(readOf([transfer()]), neverPolled)).toEqual(nothing);
  });

  it('is a difference where it is fresh, changed or reverted', () => {
    const seen = toSeen(transfer(), 'missing');
    const [one] = withKeys([transfer()]);
    if (one === undefined) throw new Error('no transfer');
    expect(isEmpty(nothing)).toBe(true);
    expect(isEmpty({ ...nothing, fresh: [{ ...one, reissue: 0 }] })).toBe(false);
    expect(isEmpty({ ...nothing, changed: new Map([[one.key, seen]]) })).toBe(false);
    expect(isEmpty({ ...nothing, reverted: [{ key: one.key, seen }] })).toBe(false);
  });

  it('is news once', () => {
    expect(compareWithSeen(readOf([transfer()]), { ...neverPolled, start }).fresh).toMatchObject([
      { reissue: 0 },
    ]);
    expect(compareWithSeen(readOf([transfer()]), seenBefore('published'))).toEqual(nothing);
  });

  it('is remembered in its new block, and is not fresh, when a re-org moved it', () => {
    const { fresh, changed } = compareWithSeen(readOf([transfer()]), seenBefore('published', otherBlock));
    expect(fresh).toEqual([]);
    expect([...changed.values()]).toEqual([toSeen(transfer(), 'published')]);
  });

  it('is missed at its first absence and reverted at the second in a row', () => {
    const once = compareWithSeen(readOf([]), seenBefore('published'));
    expect(once.reverted).toEqual([]);
    expect([...once.changed.values()]).toMatchObject([{ status: 'missing' }]);
    expect(compareWithSeen(readOf([]), seenBefore('missing')).reverted).toHaveLength(1);
  });

  it('is told as before when it was missed once and is back', () => {
    const { fresh, changed } = compareWithSeen(readOf([transfer()]), seenBefore('missing'));
    expect(fresh).toEqual([]);
    expect([...changed.values()]).toMatchObject([{ status: 'published' }]);
  });

  it('is fresh with a new reissue when it comes back after it was taken back', () => {
    expect(compareWithSeen(readOf([transfer()]), seenBefore('reverted', {}, 2)).fresh).toMatchObject([
      { reissue: 3 },
    ]);
    expect(compareWithSeen(readOf([]), seenBefore('reverted'))).toEqual(nothing);
  });

  it('is not missed where it may stand in a block that the read leaves out', () => {
    const read = { ...readOf([]), absentFrom: transfer().blockNumber + 1 };
    expect(compareWithSeen(read, seenBefore('published'))).toEqual(nothing);
    expect(compareWithSeen(read, seenBefore('missing'))).toEqual(nothing);
  });

  it.each([
    ['its block was not read', readOf([], { from: 18_000_001, through: null })],
    ['the read ended before its block', readOf([], { from: 0, through: 17_999_999 })],
    ['something could not be read', readOf([], { complete: false })],
  ])('is not missed where %s', (_why, read) => {
    expect(compareWithSeen(read, seenBefore('published'))).toEqual(nothing);
  });

  it('is never taken back where nothing was told of it', () => {
    expect(compareWithSeen(readOf([]), seenBefore('suppressed'))).toEqual(nothing);
  });

  it.each([
    ['2026-01-02T02:57:59.999Z', 0],
    ['2026-01-02T02:58:00.000Z', 1],
    [null, 1],
  ])('mined at %s against a watch since 03:00:00: told %i', (blockTimestamp, told) => {
    const read = readOf([transfer({ blockTimestamp })]);
    expect(compareWithSeen(read, { ...neverPolled, start }).fresh).toHaveLength(told);
  });

  it('is never too old for a row with fromBlock, but for the blocks below it', () => {
    const state = (block: number) => ({ ...neverPolled, start: { ...start, block, timedTo: -1 } });
    const read = readOf([transfer({ blockTimestamp: '2015-08-01T00:00:00.000Z' })]);
    expect(compareWithSeen(read, state(18_000_000)).fresh).toHaveLength(1);
    expect(compareWithSeen(read, state(18_000_001)).fresh).toHaveLength(0);
  });
});

describe('the direction', () => {
  const stranger = parseAddress(`0x${'5'.repeat(40)}`);
  it.each([
    [exchange, treasury, 'in'],
    [treasury, exchange, 'out'],
    [treasury, treasury, 'self'],
    [exchange, null, 'in'],
    [treasury, null, 'out'],
    [exchange, stranger, null],
  ])('from %s to %s is %s', (from, to, direction) => {
    const sides = { from: { address: from, label: null }, to: { address: to, label: null } };
    expect(directionFor(treasury, sides)).toBe(direction);
  });
});
