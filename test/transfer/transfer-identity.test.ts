import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { compareWithSeen, toSeen } from '../../functions/transfer/compare-with-seen.ts';
import { directionFor } from '../../functions/transfer/direction.ts';
import { dropRepeats } from '../../functions/transfer/drop-repeats.ts';
import { withKeys } from '../../functions/transfer/transfer-key.ts';
import { neverPolled, type WalletState } from '../../functions/wallet/wallet-state.ts';
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
  const seenBefore = (over = {}): WalletState => ({
    ...neverPolled,
    start,
    seen: new Map(withKeys([transfer(over)]).map((one) => [one.key, toSeen(one.transfer, true)])),
  });

  it('is news once', () => {
    const read = withKeys([transfer()]);
    expect(compareWithSeen(read, { ...neverPolled, start }).fresh).toHaveLength(1);
    expect(compareWithSeen(read, seenBefore())).toEqual({ fresh: [], moved: [] });
  });

  it('has moved, and is not fresh, in another block', () => {
    const { fresh, moved } = compareWithSeen(withKeys([transfer()]), seenBefore(otherBlock));
    expect(fresh).toEqual([]);
    expect(moved).toMatchObject([{ told: true }]);
  });

  it.each([
    ['2026-01-02T02:57:59.999Z', 0],
    ['2026-01-02T02:58:00.000Z', 1],
    [null, 1],
  ])('mined at %s against a watch since 03:00:00: told %i', (blockTimestamp, told) => {
    const read = withKeys([transfer({ blockTimestamp })]);
    expect(compareWithSeen(read, { ...neverPolled, start }).fresh).toHaveLength(told);
  });

  it('is never too old for a row with fromBlock, but for the blocks below it', () => {
    const state = (block: number) => ({ ...neverPolled, start: { ...start, block, tellAll: true } });
    const read = withKeys([transfer({ blockTimestamp: '2015-08-01T00:00:00.000Z' })]);
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
