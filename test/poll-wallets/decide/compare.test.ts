import { describe, expect, it } from 'vitest';
import { compare, compareWithLedger } from '../../../functions/poll-wallets/decide/compare.ts';
import { unreadableRows } from '../../../functions/poll-wallets/decide/unreadable-entries.ts';
import { aboveAll, belowBlock } from '../../../functions/poll-wallets/read/part-of-read.ts';
import type { PollRead } from '../../../functions/poll-wallets/read/poll-read.ts';
import { type Cursor, neverPolled } from '../../../functions/state/cursor.ts';
import {
  blockMarkOf,
  type LedgerRow,
  type NewRow,
  quietRow,
  type RowStatus,
} from '../../../functions/state/ledger-row.ts';
import { placeOf, positionOf } from '../../../functions/state/place.ts';
import type { UnreadableTransfer } from '../../../functions/transfer/source.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import { describedTransfer as transfer, watchOf } from '../../support/alerts.ts';
import { pollRead } from '../../support/reads.ts';

const block = 18_000_000;
const begunAt = Date.parse('2026-01-02T03:10:00.000Z');
const start = { since: '2026-01-02T03:00:00.000Z', block: 0, timedTo: block };
const cursor: Cursor = { ...neverPolled, version: 20, born: 1, start, block };
const otherBlock = {
  ...{ blockNumber: block + 2, blockHash: `0x${'ee'.repeat(32)}` },
  ...{ logIndex: 7, transactionIndex: 0 },
};

/** The row of a transfer, which may differ in its place. */
function rowOf(
  status: RowStatus,
  over: Parameters<typeof transfer>[0] = {},
  change: Partial<LedgerRow> = {},
): LedgerRow {
  const at = transfer(over);
  const [{ key } = { key: '' }] = withKeys([at]);
  const minedAt = Date.parse(at.blockTimestamp ?? '2026-01-02T03:04:05.000Z');
  const { alert, turn, outgoing, learnt, ...row } = quietRow(placeOf(key, at), status, minedAt);
  return { ...row, blockMark: blockMarkOf(at), batch: 10, ...change };
}

/** A complete read of the surrounding blocks that shows these transfers, with a ledger of those rows. */
function readOf(
  shown: readonly ReturnType<typeof transfer>[],
  rows: readonly LedgerRow[] = [],
  over: Partial<PollRead> = {},
): PollRead {
  const known = new Map(rows.map((row) => [row.place.key, row]));
  const covers = { from: belowBlock(block - 1_000), to: aboveAll };
  const plausibleTo = Number.POSITIVE_INFINITY;
  return pollRead({ begunAt, transfers: withKeys(shown), known, covers, plausibleTo, ...over });
}

const newsOf = (...read: Parameters<typeof readOf>) => compare(readOf(...read), cursor, new Map());
const blocksOf = (fresh: ReturnType<typeof newsOf>['fresh']) =>
  fresh.map((one) => one.transfer.blockNumber - block);
const nothing = { fresh: [], edits: [], dropped: [] };
const alertAt = positionOf(rowOf('told').place, 10);

it('a transfer is reported again that was taken back in a lower block, which is settled since, and is mined once more', () => {
  const read = readOf([transfer(otherBlock)], [rowOf('moved', {}, { batch: 11 })]);
  const takenBack = (batch: number) => {
    const row = rowOf('reverted', { blockNumber: block - 9 }, { batch });
    return compare(read, cursor, new Map([[row.place.key, row]]));
  };
  expect(takenBack(12).fresh).toMatchObject([{ reissue: 1, transfer: otherBlock }]);
  expect(takenBack(9)).toEqual(nothing);
});

describe('a transfer that a read shows', () => {
  it('is found with its equals in other parts of a read, wherever a re-org moved them', () => {
    const old = { transactionIndex: 9, blockHash: otherBlock.blockHash };
    const before = withKeys([41, 42].map((logIndex) => transfer({ logIndex, ...old })));
    const rowsOf = (status: RowStatus) =>
      before.map(({ key, transfer: at }) =>
        rowOf(status, {}, { place: placeOf(key, at), blockMark: blockMarkOf(at) }),
      );
    const shown = [transfer({ logIndex: 42, transactionIndex: 5 })];
    const covers = { from: `${belowBlock(block)}#000005`, to: aboveAll };
    const { edits, ...others } = newsOf(shown, rowsOf('told'), { covers });
    expect(others).toEqual({ fresh: [], dropped: [] });
    const places = edits.map(({ missed, place }) => [missed, place.order.split('.')[0]]);
    expect(places).toEqual(Array(2).fill([false, '000005']));
    expect(newsOf(shown, rowsOf('reverted'), { covers }).fresh).toHaveLength(1);
  });

  it.each([
    ['its number', { blockNumber: otherBlock.blockNumber }, 'told'],
    ['its hash', { blockHash: otherBlock.blockHash }, 'told'],
    ['all of its place', otherBlock, 'told'],
    ['the number of a hidden transfer', otherBlock, 'hidden'],
    ['the number of an unwanted transfer', otherBlock, 'unwanted'],
  ] as const)('gets a row in its new block and no alert, if a re-org changed %s', (_what, before, status) => {
    const row = rowOf(status, before, { reissue: 1 });
    const { batch, ...now } = rowOf(status, {}, { reissue: 1, alertAt: positionOf(row.place, 10) });
    const { edits, ...others } = newsOf([transfer()], [row]);
    expect(others).toEqual({ fresh: [], dropped: [] });
    // If the block changed, a second row is at the old place, which may be read after the new place is settled.
    const gone = row.place.block === block ? [] : [{ place: row.place, status: 'moved' }];
    expect(edits).toMatchObject([...gone, { ...now, alert: null, turn: null }]);
  });

  it.each([
    ['the time, which comes late', {}, { blockTimestamp: null }],
    ['the time, which is missing', { blockTimestamp: null }, {}],
    ['the hash, which is missing', { blockHash: null }, {}],
    ['the place in its block', { logIndex: 7, transactionIndex: 1 }, {}],
  ])('keeps its place although a reply gives another value of %s', (_what, over, before) => {
    expect(newsOf([transfer(over)], [rowOf('told', before)])).toEqual(nothing);
  });

  it("has its new block's time, or the old block's if the API gives none", () => {
    const [then, now] = ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:41.500Z'];
    const before = rowOf('told', { ...otherBlock, blockTimestamp: then });
    const minedAt = (blockTimestamp: string | null) =>
      newsOf([transfer({ blockTimestamp })], [before]).edits.at(-1)?.minedAt;
    expect(minedAt(now)).toBe(Math.floor(Date.parse(now) / 1_000));
    expect(minedAt(null)).toBe(Date.parse(then) / 1_000);
  });

  it('is known by its old place if its new place is settled', () => {
    expect(newsOf([transfer()], [rowOf('moved', otherBlock)])).toEqual(nothing);
    expect(newsOf([], [rowOf('moved')])).toEqual(nothing);
  });

  it('is unchanged if it was missed once and is back, wherever it is', () => {
    const missed = rowOf('told', {}, { missed: true });
    const back = { status: 'told', missed: false, alertAt };
    expect(newsOf([transfer()], [missed])).toMatchObject({ ...nothing, edits: [back] });
    const edits = [
      { status: 'moved', missed: false },
      { ...back, place: { block: block + 2 } },
    ];
    expect(newsOf([transfer(otherBlock)], [missed])).toMatchObject({ ...nothing, edits });
  });

  it('is reported again with a new reissue number if it was taken back, wherever it stood', () => {
    const row = rowOf('reverted', {}, { reissue: 2 });
    const again = { ...nothing, fresh: [{ reissue: 3 }] };
    expect(newsOf([transfer()], [row])).toMatchObject(again);
    expect(newsOf([transfer()], [row], { begunAt: begunAt + 2 * 86_400_000 })).toMatchObject(again);
    expect(compare(readOf([transfer(otherBlock)]), cursor, new Map([[row.place.key, row]]))).toMatchObject(
      again,
    );
    expect(newsOf([], [row])).toEqual(nothing);
  });

  it.each<[string, Parameters<typeof transfer>[0], Partial<NonNullable<Cursor['start']>>, number]>([
    ['three minutes before the watch', { blockTimestamp: '2026-01-02T02:57:59.999Z' }, {}, 0],
    ['two minutes before the watch', { blockTimestamp: '2026-01-02T02:58:00.000Z' }, {}, 1],
    ['at an unknown time', { blockTimestamp: null }, {}, 1],
    ['years ago in block `fromBlock`', { blockTimestamp: '2015-08-01T00:00Z' }, { block, timedTo: -1 }, 1],
    ["below its row's fromBlock", {}, { block: block + 1, timedTo: -1 }, 0],
    ['a day ago above the stored block', { blockTimestamp: '2026-01-01T03:10Z' }, { timedTo: block - 2 }, 1],
  ])('and was mined %s: %o, in a watch of %o, is reported %i times', (_when, over, change, told) => {
    const watching = { ...cursor, block: block - 1, start: { ...start, ...change } };
    expect(compare(readOf([transfer(over)]), watching, new Map()).fresh).toHaveLength(told);
  });

  it('that is a day old and at the stored block counts as known, because its row has expired', () => {
    const begun = { ...cursor, start: { ...start, timedTo: block - 1 } };
    const toldAt = (blockTimestamp: string) =>
      compare(readOf([transfer({ blockTimestamp })]), begun, new Map()).fresh.length;
    expect(toldAt('2026-01-01T03:10:00.000Z')).toBe(0);
    expect(toldAt('2026-01-01T03:10:00.001Z')).toBe(1);
  });

  it('is old while no watch has begun', () => {
    expect(compare(readOf([transfer()]), neverPolled, new Map())).toEqual(nothing);
  });
});

it('and is a theft on the newest page is reported once, before the read reaches it', () => {
  const ahead = withKeys([transfer({ ...otherBlock, value: 7n })]);
  const later = transfer({ ...otherBlock, blockNumber: block + 11 });
  expect(blocksOf(newsOf([later], [], { ahead }).fresh)).toEqual([2, 11]);
  const known = [rowOf('told', { ...otherBlock, value: 7n })];
  expect(newsOf([], known, { ahead, covers: null })).toEqual(nothing);
});

it('a missing transfer with a block number ahead of the chain may be in a settled block once it is old enough', () => {
  const ahead = { plausibleTo: block - 1 };
  expect(newsOf([], [rowOf('told')], { ...ahead, begunAt: begunAt - 300_000 }).edits).toHaveLength(1);
  expect(newsOf([], [rowOf('told')], ahead)).toEqual(nothing);
  const missed = rowOf('told', {}, { missed: true });
  expect(newsOf([], [missed], ahead)).toEqual({ ...nothing, dropped: [missed] });
});

it.each([
  ['not looked up if all that is shown is known', readOf([transfer()], [rowOf('told')]), 0, []],
  ['looked up if something is fresh', readOf([transfer(otherBlock)]), 1, [{ reissue: 3 }]],
  [
    'not looked up if a look ahead shows only known transfers',
    readOf([], [rowOf('told')], { ahead: withKeys([transfer()]) }),
    0,
    [],
  ],
  [
    'looked up if a look ahead shows a new transfer',
    readOf([], [], { ahead: withKeys([transfer(otherBlock)]) }),
    1,
    [{ reissue: 3 }],
  ],
])('what was taken back is %s', async (_when, read, times, fresh) => {
  let asked = 0;
  const takenBack = async () => {
    asked += 1;
    return [10, 11].map((batch) => rowOf('reverted', {}, { batch, reissue: batch - 9 }));
  };
  const history = { takenBack } as never;
  const poll = { watch: watchOf(), history, clock: { now: () => begunAt, sleep: async () => {} } };
  expect((await compareWithLedger(cursor, read, poll)).fresh).toMatchObject(fresh);
  expect(asked).toBe(times);
});

const entriesOf = (count: number, reason = 'value is missing'): UnreadableTransfer[] =>
  Array.from({ length: count }, (_, i) => ({
    transactionHash: `0x${String(i).padStart(64, '0')}`,
    blockNumber: 1_000 + i,
    reason,
  }));

/** Rows of a poll that shows these entries, given the ledger's rows from earlier polls. */
function tell(unreadable: readonly UnreadableTransfer[], before: readonly NewRow[] = []): NewRow[] {
  const known = new Map(before.map((row) => [row.place.key, { ...row, batch: 1 }]));
  return unreadableRows(pollRead({ unreadable, known }), watchOf(), begunAt);
}

const othersOf = (rows: readonly NewRow[]) =>
  rows.map(({ alert }) => (alert && 'entry' in alert ? alert.entry.others : null));

describe('entries that can not be read', () => {
  it('are reported by the second poll, at most three, the last with the count of the others', () => {
    const entries = entriesOf(5);
    const rows = tell(entries, tell(entries));
    expect(rows.map(({ status }) => status)).toEqual(Array(5).fill('unreadable'));
    expect(rows.map(({ turn }) => turn)).toEqual([0, 0, 0, null, null]);
    expect(othersOf(rows)).toEqual([0, 0, 2, null, null]);
    const entry = { blockNumber: 1_000, reason: 'value is missing' };
    expect(rows[0]?.alert).toMatchObject({
      ...{ type: 'entry.unreadable', entry, detectedAt: '2026-01-02T03:10:00.000Z' },
    });
    expect(tell(entries, rows)).toEqual([]);
  });

  it('take at most a hundred rows of a poll, new and reported ones together', () => {
    const many = entriesOf(120);
    const noted = tell(many);
    expect(noted).toHaveLength(100);
    const rows = tell([...many, ...entriesOf(120, 'address is null')], [...noted, ...tell(many.slice(100))]);
    const statuses = rows.map(({ status }) => status);
    expect(statuses).toEqual([...Array(100).fill('odd'), ...Array(100).fill('unreadable')]);
    expect(othersOf(rows)).toContain(97);
  });

  it('without a block are stored in the range that each poll reads', () => {
    const rows = tell([{ transactionHash: null, blockNumber: null, reason: 'the entry is not an object' }]);
    expect(rows[0]?.place.block).toBeGreaterThan(4_000_000_000);
  });
});
