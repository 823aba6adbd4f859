import { expect, it } from 'vitest';
import { rememberRows, understandRow } from '../../functions/wallet/read-watchlist.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { exchange, treasury, usdc } from '../support/alerts.ts';

/** A table, and which of its rows are read each time. */
function tableOf(...rows: WatchlistRow[]) {
  const table = { rows, away: false };
  let read: WatchlistRow[] = [];
  const readRows = rememberRows(
    async (understand) => {
      // As a client gives them: new objects each time.
      const understood = structuredClone(table.rows).map(understand);
      if (table.away) throw new Error('the table is away');
      return understood;
    },
    (row) => {
      read.push(row);
      return understandRow(row);
    },
  );
  const tick = async () => {
    read = [];
    const understood = await readRows();
    return { read: read.map(({ label }) => label), understood };
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
