import { serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { checksumAddress } from '../../functions/chain/address.ts';
import { readWatchlist, rememberRows, understandRow } from '../../functions/wallet/read-watchlist.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { exchange, treasury, usdc } from '../support/alerts.ts';

describe('the whole Watchlist', () => {
  it('gives every other row if one is unreadable', () => {
    const { watched, unreadable } = readWatchlist([
      { wallet: 'nonsense', chain: 'eth' },
      { wallet: treasury, chain: 'eth' },
    ]);
    expect(watched.map(({ watch }) => watch.wallet)).toEqual([treasury]);
    expect(unreadable).toMatchObject([{ row: { wallet: 'nonsense' }, error: { attribute: 'wallet' } }]);
  });

  it('treats two spellings of one wallet as one watch, and the canonical one counts', () => {
    const rows = [
      { wallet: checksumAddress(treasury), chain: 'eth', label: 'checksum' },
      { wallet: treasury, chain: '0x1', label: 'hex id' },
      { wallet: treasury, chain: 'eth', label: 'canonical' },
    ];
    for (const order of [rows, rows.toReversed()]) {
      const { watched, duplicates } = readWatchlist(order);
      expect(watched.map(({ watch }) => watch.label)).toEqual(['canonical']);
      const others = duplicates.map(({ row, polledRow }) => `${row.label}, ${polledRow.label}`);
      expect(others.toSorted()).toEqual(['checksum, canonical', 'hex id, canonical']);
    }
  });

  it('uses alphabetical order between two spellings that are not canonical', () => {
    const rows = [
      { wallet: treasury, chain: 'ETH', label: 'upper case' },
      { wallet: treasury, chain: '0x1', label: 'hex id' },
    ];
    for (const order of [rows, rows.toReversed()]) {
      expect(readWatchlist(order).watched.map(({ watch }) => watch.label)).toEqual(['hex id']);
    }
  });

  it('does not treat a fault of Chainbell as an unreadable row', () => {
    const ownKeys = () => {
      throw new TypeError('a fault of ours');
    };
    const broken = new Proxy({ wallet: treasury, chain: 'eth' }, { ownKeys });
    expect(() => readWatchlist([broken])).toThrow(TypeError);
  });
});

/** A table, with a record of which rows are parsed each time. */
function tableOf(...rows: WatchlistRow[]) {
  const table = { rows, away: false };
  let read: unknown[] = [];
  const scan = async (understand: typeof understandRow) => {
    // New objects each time, as from a client.
    const understood = structuredClone(table.rows).map(understand);
    if (table.away) throw new Error('the table is away');
    return understood;
  };
  const { readRows } = rememberRows(scan, { now: () => 0 }, (row) => {
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

it('a row is parsed once and kept while it is unchanged, whatever its content', async () => {
  const { tick } = tableOf(one, other, { wallet: 'nonsense', chain: 'eth', label: 'unreadable' });
  const first = await tick();
  expect(first.read).toEqual(['one', 'other', 'unreadable']);
  const second = await tick();
  expect(second.read).toEqual([]);
  expect(second.understood).toEqual(first.understood);
});

it('a row is parsed again when anything in it has changed', async () => {
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

describe('lists that rows have in common', () => {
  const tokens = [usdc, treasury, exchange];
  const tags = Array.from({ length: 20 }, (_, n) => `customer-${n}`);
  it.each([tokens, new Set(tokens), tokens.join()])('are kept once, typed as %o', async (typed) => {
    const alike = [treasury, exchange].map((wallet) => ({ ...one, wallet, tokens: typed, tags }));
    const { understood } = await tableOf(...alike).tick();
    const [first, second] = understood.map((read) => ('watch' in read ? read : null));
    expect(first?.row).toEqual(alike[0]);
    for (const name of ['tokens', 'tags'] as const) expect(second?.row[name]).toBe(first?.row[name]);
    expect(first?.watch.tokens).toEqual(new Set(tokens));
    for (const row of [first, second]) expect(row?.watch.trustedTokens).toBe(first?.watch.tokens);
  });

  it('are not mistaken for one another', async () => {
    const typed = [tokens, new Set(tokens), tokens.join(), [new Set(tokens)], [new Set([usdc])]];
    const rows = typed.map((list, n) => ({ ...one, wallet: `0x${`${n}`.repeat(40)}`, tokens: list }));
    const { understood } = await tableOf(...rows, { ...one, chain: 'base', tokens }).tick();
    expect(understood.map(({ row }) => row.tokens)).toEqual([...typed, tokens]);
    const isRefused = ({ tokens: list }: { tokens: unknown }) =>
      'error' in understandRow({ ...one, tokens: list });
    expect([isRefused({ tokens }), isRefused({ tokens: [tokens.join()] })]).toEqual([false, true]);
  });

  it('are not mistaken for a text that looks like their stored form', async () => {
    const label = serialize(structuredClone(tokens)).toString('latin1');
    const rows = [
      { ...one, label },
      { ...other, tokens },
    ];
    const { understood } = await tableOf(...rows).tick();
    expect(understood.map(({ row }) => row)).toEqual(rows);
  });

  it('stay shared if more than two thousand different lists come', async () => {
    const manyTags = Array.from({ length: 2_100 }, (_, n) => [...tags, `${n}`]);
    const rows = [...manyTags, [...tags, '0']].map((list, n) => ({
      ...one,
      wallet: `0x${`${n}`.padStart(40, '0')}`,
      tags: list,
    }));
    const { understood } = await tableOf(...rows).tick();
    expect(understood.at(-1)?.row.tags).toBe(understood[0]?.row.tags);
  });
});

it('a deleted row is not kept', async () => {
  const { table, tick } = tableOf(one, other);
  await tick();
  table.rows = [other];
  expect((await tick()).understood).toHaveLength(1);
  table.rows = [one, other];
  expect((await tick()).read).toEqual(['one']);
});

it('rows stay parsed if the table is away for a tick', async () => {
  const { table, tick } = tableOf(one);
  await tick();
  table.away = true;
  await expect(tick()).rejects.toThrow('away');
  table.away = false;
  expect((await tick()).read).toEqual([]);
});

it('rows are read again a minute after the last read, also if no tick reads them', async () => {
  let [now, reads] = [0, 0];
  const read = async () => {
    reads += 1;
    return [];
  };
  const { readRows, recentRows } = rememberRows(read, { now: () => now });
  for (const [get, at, after] of [
    [recentRows, 0, 1],
    [recentRows, 59_999, 1],
    [recentRows, 60_000, 2],
    [readRows, 60_001, 3],
    [recentRows, 120_000, 3],
  ] as const) {
    now = at;
    await get();
    expect([at, reads]).toEqual([at, after]);
  }
});
