import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { directionFor, sharingTokens } from '../../functions/transfer/transfer.ts';
import { dropRepeats, withKeys } from '../../functions/transfer/transfer-key.ts';
import { exchange, party, describedTransfer as transfer, treasury, usdc } from '../support/alerts.ts';

const keysOf = (...transfers: ReturnType<typeof transfer>[]) => withKeys(transfers).map(({ key }) => key);
const otherBlock = {
  blockNumber: 18_000_002,
  blockHash: `0x${'ee'.repeat(32)}`,
  logIndex: 7,
  transactionIndex: 0,
};
const otherHash = `0x${'9'.repeat(64)}`;

describe("a transfer's key", () => {
  it('stays when a re-org moves the transfer to another block and log index', () => {
    expect(keysOf(transfer(otherBlock))).toEqual(keysOf(transfer()));
  });

  it('distinguishes equal transfers of one transaction, and keeps both when they move', () => {
    const keys = keysOf(transfer({ logIndex: 5 }), transfer({ logIndex: 9 }));
    expect(new Set(keys).size).toBe(2);
    const [one, other] = [
      transfer({ ...otherBlock, logIndex: 11 }),
      transfer({ ...otherBlock, logIndex: 3 }),
    ];
    expect(keysOf(one, other)).toEqual(keys);
    const unplaced = () => transfer({ logIndex: null, transactionIndex: null });
    expect(new Set(keysOf(unplaced(), unplaced(), unplaced())).size).toBe(3);
  });

  it.each([
    { value: 1n },
    { transactionHash: otherHash },
    { from: party(treasury) },
    { to: party(exchange) },
    { tokenId: '7' },
  ])('differs if %o differs', (over) => {
    expect(keysOf(transfer(over))).not.toEqual(keysOf(transfer()));
  });

  it('differs for equal sums of two blocks that no transaction moved', () => {
    const internal = { kind: 'native', internal: true, transactionHash: null } as const;
    expect(keysOf(transfer(internal))).not.toEqual(keysOf(transfer({ ...internal, ...otherBlock })));
  });

  it('is the same in every version, because tables store it', () => {
    const keys = ['iPV5gkDuIMMtLQDLaJUVig', 'xN8wmaXUcdvzarRLaug8tA'];
    expect(keysOf(transfer(), transfer({ logIndex: 42 }))).toEqual(keys);
  });

  it('separates neighbouring fields', () => {
    const shifted = transfer({ transactionHash: otherHash.slice(0, -1) }, { address: `9${usdc}` as never });
    expect(keysOf(shifted)).not.toEqual(keysOf(transfer({ transactionHash: otherHash })));
  });
});

it('transfers are sorted by block, then transaction, then log index', () => {
  const places = [
    [1, 4, 99],
    [1, 5, 8],
    [1, 5, 9],
    [1, 11, 0],
    [2, 0, 0],
  ] as const;
  const given = places.map(([blockNumber, transactionIndex, logIndex]) =>
    transfer({ blockNumber, transactionIndex, logIndex }),
  );
  for (const order of [given, given.toReversed()])
    expect(withKeys(order).map((one) => one.transfer)).toEqual(given);
});

describe('rows repeated in a reply', () => {
  it('count once, unless their log indexes differ', () => {
    expect(dropRepeats([transfer(), transfer({ from: party(exchange, 'renamed') })])).toHaveLength(1);
    expect(dropRepeats([transfer({ logIndex: 1 }), transfer({ logIndex: 2 })])).toHaveLength(2);
    const withoutIndex = [1n, 2n].map((value) => transfer({ value, logIndex: null }));
    expect(dropRepeats(withoutIndex)).toEqual(withoutIndex);
  });

  it('count once if a re-org during the read shows a transaction in two blocks', () => {
    const before = [transfer({ logIndex: 1 }), transfer({ logIndex: 2 })];
    expect(dropRepeats([transfer({ ...otherBlock, logIndex: 4 }), ...before])).toEqual(before);
    const after = [4, 5].map((logIndex) => transfer({ ...otherBlock, logIndex }));
    expect(dropRepeats([transfer(), ...after])).toEqual(after);
    const both = [transfer(), transfer(otherBlock)];
    for (const given of [both, both.toReversed()]) expect(dropRepeats(given)).toEqual([transfer()]);
  });

  it('are matched by block number if they have no block hash', () => {
    const noHash = { blockHash: null };
    const rows = [transfer({ logIndex: 1 }), ...[2, 3].map((logIndex) => transfer({ logIndex, ...noHash }))];
    for (const given of [rows, rows.toReversed()])
      expect(dropRepeats([...given, transfer({ ...otherBlock, logIndex: 4 })])).toEqual(given);
    const hashless = rows.slice(1);
    expect(dropRepeats([...hashless, transfer({ ...otherBlock, ...noHash })])).toEqual(hashless);
  });

  it('stay if they belong to several transactions', () => {
    const rows = ['1', '2'].map((digit) => transfer({ transactionHash: `0x${digit.repeat(64)}` }));
    const later = transfer({ ...otherBlock, transactionHash: otherHash });
    expect(dropRepeats([...rows, later])).toEqual([...rows, later]);
  });
});

const stranger = parseAddress(`0x${'5'.repeat(40)}`);
it.each([
  [exchange, treasury, 'in'],
  [treasury, exchange, 'out'],
  [treasury, treasury, 'self'],
  [exchange, null, 'in'],
  [treasury, null, 'out'],
  [exchange, stranger, null],
])('the direction from %s to %s is %s', (from, to, direction) => {
  const sides = { from: party(from), to: { address: to, label: null } };
  expect(directionFor(treasury, sides)).toBe(direction);
});

describe('transfers of one token', () => {
  it('share one token object across pages, and nothing else', () => {
    const shared = sharingTokens();
    const page = () => [transfer({ value: 1n }), transfer({ value: 2n })];
    const [first, second, third] = [...shared(page()), ...shared(page())];
    for (const other of [second, third]) expect(other?.token).toBe(first?.token);
    expect([first, second]).toEqual(page());
  });

  it.each([{ name: 'Other' }, { symbol: 'X' }, { decimals: 7 }, { logo: null }, { verified: false }])(
    'keep a token object of their own: %o',
    (over) => {
      const shared = sharingTokens();
      shared([transfer()]);
      expect(shared([transfer({}, over)])[0]?.token).toMatchObject(over);
    },
  );
});
