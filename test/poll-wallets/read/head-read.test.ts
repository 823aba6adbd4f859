import { describe, expect, it } from 'vitest';
import {
  askingOnce,
  isTimeForFinalLook,
  knownOnPage,
  readHead,
} from '../../../functions/poll-wallets/read/head-read.ts';
import { neverPolled } from '../../../functions/state/cursor.ts';
import type { HistoryTable } from '../../../functions/state/history-table.ts';
import {
  type LedgerRow,
  type NewRow,
  quietRow,
  type RowStatus,
} from '../../../functions/state/ledger-row.ts';
import { type Place, placeOf } from '../../../functions/state/place.ts';
import { TurnMissed } from '../../../functions/transfer/source-errors.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import {
  describedTransfer,
  exchange,
  party,
  transferAlert,
  treasury,
  watchOf,
} from '../../support/alerts.ts';
import { begunCursor, ownTurn } from '../../support/reads.ts';
import { everyMinute } from '../../support/worlds/poll-world.ts';

const watch = watchOf();
const begunAt = Date.parse('2026-01-02T03:10:00.000Z');
const cursor = { ...neverPolled, settled: 10 };

const newRow = (block: number, age = 0, status: RowStatus = 'told'): NewRow =>
  quietRow({ block, order: '000001.0000001', key: `${block}` }, status, begunAt - age * 1_000);

function rowIn(...of: Parameters<typeof newRow>): LedgerRow {
  const { alert, turn, outgoing, learnt, ...row } = newRow(...of);
  return { ...row, batch: 1 };
}

/** A ledger with these rows, and its queries. */
function ledgerOf(...rows: readonly LedgerRow[]) {
  const asked: unknown[] = [];
  const from: Place[] = [];
  const history: Pick<HistoryTable, 'rowsAbove' | 'rowsFrom' | 'put'> = {
    async rowsAbove(_, block, upTo) {
      asked.push([block, upTo]);
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

describe('the final look at unsettled blocks', () => {
  const messages = Array.from({ length: 30 }, (_, n) => rowIn(11 + n, 900, 'message'));

  it.each([
    ['comes when the oldest transfer is ten minutes old', true, [rowIn(11, 600), rowIn(12, 0)]],
    ['does not come before', false, [rowIn(11, 599), rowIn(12, 900)]],
    ['does not come for a settled transfer', false, [rowIn(10, 900)]],
    ['does not come for nothing', false, []],
    ['does not come for a message', false, [rowIn(11, 900, 'message'), rowIn(12, 0)]],
    ['does not wait for a message', true, [rowIn(11, 0, 'message'), rowIn(12, 600)]],
    ['is found behind any number of messages', true, [...messages, rowIn(50, 600)]],
    ['does not come for a young transfer behind messages', false, [...messages, rowIn(50, 599)]],
    ['does not come for messages only', false, messages],
  ])('%s', async (_when, isTime, rows) => {
    expect(await isTimeForFinalLook(cursor, begunAt, { watch, ...ledgerOf(...rows) })).toBe(isTime);
  });

  it.each([50, 1])('needs five rows of %i', async (count) => {
    const { history, asked } = ledgerOf(...Array.from({ length: count }, (_, n) => rowIn(11 + n)));
    await isTimeForFinalLook(cursor, begunAt, { watch, history });
    expect(asked).toEqual([[10, 5]]);
  });
});

it("the ledger is known from a page's lowest place on, even if that is an unreadable entry's", async () => {
  const unreadableIn = (blockNumber: number | null) => ({
    transactionHash: null,
    blockNumber,
    reason: 'no value',
  });
  const lowest = describedTransfer({ blockNumber: 12 });
  const transfers = [describedTransfer({ blockNumber: 14 }), lowest];
  const { history, from } = ledgerOf(rowIn(12));
  const look = (shown: object) =>
    knownOnPage({ transfers: [], unreadable: [], next: null, ...shown }, cursor, { watch, history });
  expect([...((await look({ transfers })) ?? [])].map(([key]) => key)).toEqual(['12']);
  await look({ transfers, unreadable: [unreadableIn(null), unreadableIn(11)] });
  expect(await look({ unreadable: [unreadableIn(null)] })).toBeNull();
  expect(from).toEqual([placeOf('', lowest), { block: 11, order: '', key: '' }]);
});

it("all rows are read once a poll; the poll's own rows are then known, and a few rows are read again", async () => {
  const { history: inner, asked } = ledgerOf(rowIn(11));
  const history = askingOnce(inner, ownTurn);
  await history.put(watch, 1, [newRow(11)]);
  expect(await history.rowsAbove(watch, 10)).toEqual([rowIn(11)]);
  await history.put(watch, 2, [{ ...newRow(12), alert: transferAlert(), turn: 0 }]);
  expect(await history.rowsAbove(watch, 10)).toEqual([rowIn(11), { ...rowIn(12), batch: 2 }]);
  expect(await history.rowsAbove(watch, 10, 1)).toEqual([rowIn(11)]);
  expect(asked).toEqual([
    [10, 2_000],
    [10, 1],
  ]);
});

const settings = {
  ...{ watch, isReadFromNode: () => false, clock: { now: () => begunAt, sleep: async () => {} } },
  limits: { deadline: begunAt, publishUntil: begunAt, bulk: false, pace: everyMinute },
};

describe('the queries of a read from the head', () => {
  const [old, recent] = [describedTransfer({ blockNumber: 12 }), describedTransfer({ blockNumber: 20 })];
  const theft = describedTransfer({ blockNumber: 12, from: party(treasury), to: party(exchange) });
  const known = (transfer: Transfer, age = 0) => ({
    ...rowIn(12, age),
    place: placeOf(withKeys([transfer])[0]?.key ?? '', transfer),
  });
  const [place, first, all] = [placeOf('', old), [10, 5], [10, 2_000]];

  it.each([
    ['are none if nothing is unsettled', [[]], [], { newest: 10 }, [], []],
    ['are one for all rows if an empty page leaves rows unsettled', [[]], [known(old)], {}, [all], []],
    ['are one for all rows if there is one page', [[recent, old]], [known(old)], {}, [all], []],
    ['are of one page if nothing in it is new', [[old], [old]], [known(old)], {}, [first], [place]],
    ['are of one page if its theft is known', [[theft], [theft]], [known(theft)], {}, [first], [place]],
    ['are of one page and all rows for news', [[old], [old], [old]], [], {}, [first, all], [place]],
    ['leave out the page at a final look', [[old], [old]], [known(old, 600)], {}, [first, all], []],
  ])('%s', async (_what, shown, rows, over, asked, from) => {
    async function* pages() {
      for (const [n, transfers] of shown.entries())
        yield { transfers, unreadable: [], next: n < shown.length - 1 ? `p${n}` : null };
    }
    const ledger = ledgerOf(...rows);
    const limits = { ...settings.limits, deadline: begunAt + 60_000 };
    const source = { open: async () => {}, pages };
    const of = { ...settings, limits, source, history: askingOnce(ledger.history, ownTurn), turn: ownTurn };
    await readHead(begunCursor({ settled: 10, newest: 12, block: 12, ...over }), of);
    expect({ asked: ledger.asked, from: ledger.from }).toEqual({ asked, from });
  });
});

describe('the rows of a storm', () => {
  const rows = Array.from({ length: 2_000 }, (_, n) => rowIn(11 + n));
  const missed = { ...ownTurn, take: () => Promise.reject(new TurnMissed('later')) };

  it('are read in its turn, those of other polls at once', async () => {
    const storm = ledgerOf(...rows);
    const taken: number[] = [];
    const turn = { take: async () => void taken.push(storm.asked.length) };
    expect(await askingOnce(storm.history, turn).rowsAbove(watch, 10)).toHaveLength(2_000);
    expect(storm.asked).toEqual([
      [10, 2_000],
      [10, undefined],
    ]);
    expect(taken).toEqual([1]);
    const few = askingOnce(ledgerOf(...rows.slice(1)).history, missed);
    expect(await few.rowsAbove(watch, 10)).toHaveLength(1_999);
  });

  /** Reads one page of a wallet with a storm whose turn has not come. */
  function readLate(transfer: Transfer) {
    let isUrgent = false;
    const turn = {
      ...missed,
      skip() {
        isUrgent = true;
      },
      take: async () => {
        if (!isUrgent) throw new TurnMissed('later');
      },
    };
    async function* pages() {
      yield { transfers: [transfer], unreadable: [], next: null };
    }
    const history = askingOnce(ledgerOf(...rows).history, turn);
    const source = { open: async () => {}, pages };
    return readHead(begunCursor({ settled: 10 }), { ...settings, source, history, turn });
  }

  it('fail the poll if its turn has not come by the deadline, unless it has found a theft', async () => {
    await expect(readLate(describedTransfer())).rejects.toThrow(TurnMissed);
    const theft = describedTransfer({ from: party(treasury), to: party(exchange) });
    expect((await readLate(theft))?.known.size).toBe(2_000);
  });
});
