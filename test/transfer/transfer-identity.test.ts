import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
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

  it('distinguishes equal transfers of one transaction, and keeps both when they move', () => {
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
    { tokenId: '7' },
  ])('differs if %o differs', (over) => {
    expect(keysOf(transfer(over))).not.toEqual(keysOf(transfer()));
  });

  it('is the same in every version, for tables hold it', () => {
    expect(keysOf(transfer(), transfer({ logIndex: 42 }))).toEqual([
      'iPV5gkDuIMMtLQDLaJUVig',
      'xN8wmaXUcdvzarRLaug8tA',
    ]);
  });

  it('tells three equal transfers apart, if no log entry is known too', () => {
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

  it('stay two if they are two log entries', () => {
    expect(dropRepeats([transfer({ logIndex: 1 }), transfer({ logIndex: 2 })])).toHaveLength(2);
  });

  it('count once if a re-org during the read shows a transaction in two blocks', () => {
    const before = [transfer({ logIndex: 1 }), transfer({ logIndex: 2 })];
    expect(dropRepeats([transfer({ ...otherBlock, logIndex: 4 }), ...before])).toEqual(before);
    for (const given of [
      [transfer(), transfer(otherBlock)],
      [transfer(otherBlock), transfer()],
    ])
      expect(dropRepeats(given)).toEqual([transfer()]);
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

  it('are those of one block if none of it has one', () => {
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
