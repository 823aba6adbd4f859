import { describe, expect, it } from 'vitest';
import {
  askingOnce,
  isTimeForFinalLook,
  knownOnPage,
} from '../../../functions/poll-wallets/read/head-read.ts';
import { type Cursor, neverPolled } from '../../../functions/state/cursor.ts';
import type { HistoryTable } from '../../../functions/state/history-table.ts';
import { type Place, placeOf, startOfBlock } from '../../../functions/state/place.ts';
import { type NewRow, quietRow, type Row, type RowStatus } from '../../../functions/state/row.ts';
import type { SourcePage } from '../../../functions/transfer/source.ts';
import { describedTransfer, transferAlert, watchOf } from '../../support/alerts.ts';

const watch = watchOf();
const begunAt = Date.parse('2026-01-02T03:10:00.000Z');
const cursor: Cursor = { ...neverPolled, settled: 10 };

const newRow = (block: number, age = 0, status: RowStatus = 'told'): NewRow =>
  quietRow({ block, order: '000001.0000001', key: `${block}` }, status, begunAt - age * 1_000);

function rowIn(...[block, age, status]: Parameters<typeof newRow>): Row {
  const { alert, turn, outgoing, learnt, ...row } = newRow(block, age, status);
  return { ...row, batch: 1 };
}

/** A ledger of these rows, with what it was asked. */
function ledgerOf(rows: readonly Row[]) {
  const asked: (readonly [block: number, upTo?: number])[] = [];
  const from: Place[] = [];
  const history: Pick<HistoryTable, 'rowsAbove' | 'rowsFrom' | 'put'> = {
    async rowsAbove(_, block, upTo) {
      asked.push(upTo === undefined ? [block] : [block, upTo]);
      return rows.filter(({ place }) => place.block > block).slice(0, upTo);
    },
    async rowsFrom(_, place) {
      from.push(place);
      return rows;
    },
    async put() {},
  };
  return { history: history as HistoryTable, asked, from };
}

describe('the final look at what is not settled', () => {
  const isTime = (...rows: readonly Row[]) =>
    isTimeForFinalLook(cursor, begunAt, { watch, ...ledgerOf(rows) });

  it('comes when the oldest transfer above the settled block is ten minutes old', async () => {
    expect(await isTime(rowIn(11, 600), rowIn(12, 0))).toBe(true);
    expect(await isTime(rowIn(11, 599), rowIn(12, 900))).toBe(false);
    expect(await isTime(rowIn(10, 900))).toBe(false);
    expect(await isTime()).toBe(false);
  });

  it('is not triggered by the row of a message', async () => {
    expect(await isTime(rowIn(11, 900, 'message'), rowIn(12, 0))).toBe(false);
    expect(await isTime(rowIn(11, 0, 'message'), rowIn(12, 600))).toBe(true);
  });

  it('is found behind the messages of any number of approvals', async () => {
    const messages = Array.from({ length: 30 }, (_, n) => rowIn(11 + n, 900, 'message'));
    expect(await isTime(...messages, rowIn(50, 600))).toBe(true);
    expect(await isTime(...messages, rowIn(50, 599))).toBe(false);
    expect(await isTime(...messages)).toBe(false);
  });

  it('needs few rows, however many there are', async () => {
    const { history, asked } = ledgerOf(Array.from({ length: 50 }, (_, n) => rowIn(11 + n)));
    await isTimeForFinalLook(cursor, begunAt, { watch, history });
    expect(asked).toEqual([[10, 5]]);
    const few = ledgerOf([rowIn(11, 900, 'message')]);
    await isTimeForFinalLook(cursor, begunAt, { watch, ...few });
    expect(few.asked).toEqual([[10, 5]]);
  });
});

describe('what is known of a page', () => {
  const page = (over: Partial<SourcePage>): SourcePage => ({
    transfers: [],
    unreadable: [],
    next: null,
    ...over,
  });
  const unreadableIn = (blockNumber: number | null) => ({
    transactionHash: null,
    blockNumber,
    reason: 'no value',
  });
  const lowest = describedTransfer({ blockNumber: 12 });
  const transfers = [describedTransfer({ blockNumber: 14 }), lowest];

  it('is asked for from its lowest place on, even that of an unreadable entry', async () => {
    const { history, from } = ledgerOf([rowIn(12)]);
    const known = await knownOnPage(page({ transfers }), cursor, { watch, history });
    expect([...(known?.keys() ?? [])]).toEqual(['12']);
    const unreadable = [unreadableIn(null), unreadableIn(11)];
    await knownOnPage(page({ transfers, unreadable }), cursor, { watch, history });
    expect(from).toEqual([placeOf('', lowest), startOfBlock(11)]);
  });

  it('is nothing if the page shows nothing, and the ledger is not asked', async () => {
    const { history, from } = ledgerOf([rowIn(12)]);
    expect(
      await knownOnPage(page({ unreadable: [unreadableIn(null)] }), cursor, { watch, history }),
    ).toBeNull();
    expect(from).toEqual([]);
  });
});

describe('the ledger for one poll', () => {
  it('is asked once, and knows what the poll writes, without its alerts', async () => {
    const { history: inner, asked } = ledgerOf([rowIn(11)]);
    const history = askingOnce(inner);
    await history.put(watch, 1, [newRow(11)]);
    expect(await history.rowsAbove(watch, 10)).toEqual([rowIn(11)]);
    await history.put(watch, 2, [{ ...newRow(12), alert: transferAlert(), turn: 0 }]);
    expect(await history.rowsAbove(watch, 10)).toEqual([rowIn(11), { ...rowIn(12), batch: 2 }]);
    expect(asked).toEqual([[10]]);
  });

  it('is asked anew for a few rows', async () => {
    const { history: inner, asked } = ledgerOf([rowIn(11), rowIn(12)]);
    const history = askingOnce(inner);
    expect(await history.rowsAbove(watch, 10, 1)).toEqual([rowIn(11)]);
    expect(await history.rowsAbove(watch, 10)).toHaveLength(2);
    expect(asked).toEqual([[10, 1], [10]]);
  });
});
