import { describe, expect, it } from 'vitest';
import { checksumAddress } from '../../functions/chain/address.ts';
import { readWatchlist } from '../../functions/wallet/read-watchlist.ts';
import { treasury } from '../support/alerts.ts';

describe('the whole Watchlist', () => {
  it('reads every other row when one is unreadable', () => {
    const { watched, unreadable } = readWatchlist([
      { wallet: 'nonsense', chain: 'eth' },
      { wallet: treasury, chain: 'eth' },
    ]);
    expect(watched.map(({ watch }) => watch.wallet)).toEqual([treasury]);
    expect(unreadable).toMatchObject([{ row: { wallet: 'nonsense' }, error: { attribute: 'wallet' } }]);
  });

  it('takes two spellings of one wallet as one watch, and the canonical one decides', () => {
    const rows = [
      { wallet: checksumAddress(treasury), chain: 'eth', label: 'checksum' },
      { wallet: treasury, chain: '0x1', label: 'hex id' },
      { wallet: treasury, chain: 'eth', label: 'canonical' },
    ];
    for (const order of [rows, rows.toReversed()]) {
      const { watched, duplicates } = readWatchlist(order);
      expect(watched.map(({ watch }) => watch.label)).toEqual(['canonical']);
      const others = duplicates.map(({ row, standsIn }) => [row.label, standsIn.label]);
      expect(others.toSorted()).toEqual([
        ['checksum', 'canonical'],
        ['hex id', 'canonical'],
      ]);
    }
  });

  it('lets the alphabet decide between two that are not canonical', () => {
    const rows = [
      { wallet: treasury, chain: 'ETH', label: 'upper case' },
      { wallet: treasury, chain: '0x1', label: 'hex id' },
    ];
    for (const order of [rows, rows.toReversed()]) {
      expect(readWatchlist(order).watched.map(({ watch }) => watch.label)).toEqual(['hex id']);
    }
  });

  it('hides no fault of its own among the unreadable rows', () => {
    const broken = new Proxy(
      { wallet: treasury, chain: 'eth' },
      {
        ownKeys: () => {
          throw new TypeError('a fault of ours');
        },
      },
    );
    expect(() => readWatchlist([broken])).toThrow(TypeError);
  });

  it('keeps one wallet on two chains apart', () => {
    const { watched, duplicates } = readWatchlist([
      { wallet: treasury, chain: 'eth' },
      { wallet: treasury, chain: 'polygon' },
    ]);
    expect(watched).toHaveLength(2);
    expect(duplicates).toEqual([]);
  });
});
