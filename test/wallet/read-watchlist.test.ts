import { describe, expect, it } from 'vitest';
import { checksumAddress } from '../../functions/chain/address.ts';
import { readWatchlist, rememberRows, understandRow } from '../../functions/wallet/read-watchlist.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { exchange, treasury, usdc } from '../support/alerts.ts';

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
      const others = duplicates.map(({ row, standsIn }) => `${row.label}, ${standsIn.label}`);
      expect(others.toSorted()).toEqual(['checksum, canonical', 'hex id, canonical']);
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
    const ownKeys = () => {
      throw new TypeError('a fault of ours');
    };
    const broken = new Proxy({ wallet: treasury, chain: 'eth' }, { ownKeys });
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

/** A table, and which of its rows are read each time. */
function tableOf(...rows: WatchlistRow[]) {
  const table = { rows, away: false };
  let read: unknown[] = [];
  const scan = async (understand: typeof understandRow) => {
    // As a client gives them: new objects each time.
    const understood = structuredClone(table.rows).map(understand);
    if (table.away) throw new Error('the table is away');
    return understood;
  };
  const readRows = rememberRows(scan, (row) => {
    read.push(row.label);
    return understandRow(row);
  });
  const tick = async () => {
    read = [];
    const understood = await readRows();
    return { read, understood };
  };
  return { table, tick };
}

const one = { wallet: treasury, chain: 'eth', label: 'one', tokens: new Set([usdc]) };
const other = { wallet: exchange, chain: 'eth', label: 'other', tags: ['payroll'] };

it('a row is read once and kept while it stays as it is, whatever stands in it', async () => {
  const { tick } = tableOf(one, other, { wallet: 'nonsense', chain: 'eth', label: 'unreadable' });
  const first = await tick();
  expect(first.read).toEqual(['one', 'other', 'unreadable']);
  const second = await tick();
  expect(second.read).toEqual([]);
  expect(second.understood).toEqual(first.understood);
});

it('a row is read again when anything of it has changed', async () => {
  const { table, tick } = tableOf(one, other);
  await tick();
  for (const changed of [
    { ...one, tokens: new Set([usdc, exchange]) },
    { ...one, tokens: new Set([usdc, exchange]), paused: true },
    { ...one, paused: true, note: 'mine' },
    { ...one, note: 'mine' },
  ]) {
    table.rows = [changed, other];
    expect((await tick()).read).toEqual(['one']);
  }
});

it('one wallet on two chains is two rows', async () => {
  const { tick } = tableOf(one, { ...one, chain: 'base', label: 'on base' });
  expect((await tick()).read).toEqual(['one', 'on base']);
  expect((await tick()).read).toEqual([]);
});

it('nothing is kept of a row that is gone', async () => {
  const { table, tick } = tableOf(one, other);
  await tick();
  table.rows = [other];
  expect((await tick()).understood).toHaveLength(1);
  table.rows = [one, other];
  expect((await tick()).read).toEqual(['one']);
});

it('a table that is away for a tick is not read anew', async () => {
  const { table, tick } = tableOf(one);
  await tick();
  table.away = true;
  await expect(tick()).rejects.toThrow('away');
  table.away = false;
  expect((await tick()).read).toEqual([]);
});
