import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { neverPolled, type WalletState } from '../../functions/state/wallet-state.ts';
import { compareWithSeen, type SeenStatus, toSeen } from '../../functions/transfer/compare-with-seen.ts';
import { directionFor } from '../../functions/transfer/transfer.ts';
import { dropRepeats, withKeys } from '../../functions/transfer/transfer-key.ts';
import { exchange, describedTransfer as transfer, treasury } from '../support/alerts.ts';

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

describe('compared with what was seen', () => {
  const start = { since: '2026-01-02T03:00:00.000Z', block: 0, tellAll: false };
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
    const state = (block: number) => ({ ...neverPolled, start: { ...start, block, tellAll: true } });
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
