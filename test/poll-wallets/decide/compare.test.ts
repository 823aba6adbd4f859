import { describe, expect, it } from 'vitest';
import { compare, compareWithLedger } from '../../../functions/poll-wallets/decide/compare.ts';
import { aboveAll, aboveBlock, belowBlock } from '../../../functions/poll-wallets/read/part-of-read.ts';
import type { PollRead } from '../../../functions/poll-wallets/read/poll-read.ts';
import { type Cursor, neverPolled } from '../../../functions/state/cursor.ts';
import { placeOf, positionOf } from '../../../functions/state/place.ts';
import { blockMarkOf, quietRow, type Row, type RowStatus } from '../../../functions/state/row.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import { describedTransfer as transfer, watchOf } from '../../support/alerts.ts';
import { pollRead } from '../../support/reads.ts';

const block = 18_000_000;
const begunAt = Date.parse('2026-01-02T03:10:00.000Z');
const start = { since: '2026-01-02T03:00:00.000Z', block: 0, timedTo: block };
const cursor: Cursor = { ...neverPolled, version: 20, born: 1, start, block };
const otherBlock = {
  blockNumber: block + 2,
  blockHash: `0x${'ee'.repeat(32)}`,
  logIndex: 7,
  transactionIndex: 0,
};

/** The row of the transfer, or of one that differs in its place. */
function rowOf(status: RowStatus, over: Parameters<typeof transfer>[0] = {}, change: Partial<Row> = {}): Row {
  const at = transfer(over);
  const [{ key } = { key: '' }] = withKeys([at]);
  const minedAt = Date.parse(at.blockTimestamp ?? '2026-01-02T03:04:05.000Z');
  const { alert, turn, outgoing, learnt, ...row } = quietRow(placeOf(key, at), status, minedAt);
  return { ...row, blockMark: blockMarkOf(at), batch: 10, ...change };
}

/** Compares a complete read of the surrounding blocks, which shows these transfers, with a ledger of those rows. */
function readOf(
  shown: readonly ReturnType<typeof transfer>[],
  rows: readonly Row[] = [],
  over: Partial<PollRead> = {},
): PollRead {
  const known = new Map(rows.map((row) => [row.place.key, row]));
  const lacks = { from: belowBlock(block - 1_000), to: aboveAll };
  const plausibleTo = Number.POSITIVE_INFINITY;
  return pollRead({ begunAt, transfers: withKeys(shown), known, lacks, plausibleTo, ...over });
}

const newsOf = (...read: Parameters<typeof readOf>) => compare(readOf(...read), cursor, new Map());
const nothing = { fresh: [], edits: [], dropped: [] };
const alertAt = positionOf(rowOf('told').place, 10);

describe('a transfer that a read shows', () => {
  it('is news once', () => {
    expect(newsOf([transfer()])).toMatchObject({
      ...nothing,
      fresh: [{ reissue: 0, transfer: { logIndex: 41 } }],
    });
    for (const status of ['told', 'hidden', 'unwanted', 'old'] as const)
      expect(newsOf([transfer()], [rowOf(status)])).toEqual(nothing);
  });

  it('is reported in chain order, however late it was indexed', () => {
    const late = transfer({ blockNumber: block - 5, transactionHash: `0x${'9'.repeat(64)}` });
    const { fresh } = newsOf([transfer(otherBlock), late], []);
    expect(fresh.map((one) => one.transfer.blockNumber)).toEqual([block - 5, block + 2]);
  });

  it('is reported twice if two differ only in their log entries', () => {
    const both = [41, 42].map((logIndex) => transfer({ logIndex }));
    expect(newsOf(both).fresh).toHaveLength(2);
    expect(newsOf(both, [rowOf('told')]).fresh).toMatchObject([{ transfer: { logIndex: 42 } }]);
  });

  it('is found with all its equals if the end of a read lies between them, wherever a re-org moved them', () => {
    const old = { transactionIndex: 9, blockHash: otherBlock.blockHash };
    const before = withKeys([41, 42].map((logIndex) => transfer({ logIndex, ...old })));
    const rowsOf = (status: RowStatus) =>
      before.map(({ key, transfer: at }) => ({
        ...rowOf(status),
        place: placeOf(key, at),
        blockMark: blockMarkOf(at),
      }));
    const shown = [transfer({ logIndex: 42, transactionIndex: 5 })];
    const lacks = { from: `${belowBlock(block)}#000005`, to: aboveAll };
    const news = (status: RowStatus) => newsOf(shown, rowsOf(status), { lacks });
    const { fresh, edits, dropped } = news('told');
    expect([fresh, dropped]).toEqual([[], []]);
    expect(edits.map(({ missed, place }) => [missed, place.order.split('.')[0]])).toEqual([
      [false, '000005'],
      [false, '000005'],
    ]);
    expect(news('reverted').fresh).toHaveLength(1);
  });

  it.each([
    ['its number', { blockNumber: otherBlock.blockNumber }, 'told'],
    ['its hash', { blockHash: otherBlock.blockHash }, 'told'],
    ['all of it', otherBlock, 'told'],
    ['its number, of what was hidden', otherBlock, 'hidden'],
    ['its number, of what the row does not want', otherBlock, 'unwanted'],
  ] as const)('gets a row in its new block and no alert, if a re-org changed %s', (_what, before, status) => {
    const row = rowOf(status, before, { reissue: 1 });
    const { batch, ...now } = rowOf(status, {}, { reissue: 1, alertAt: positionOf(row.place, 10) });
    const { fresh, edits, dropped } = newsOf([transfer()], [row]);
    expect([fresh, dropped]).toEqual([[], []]);
    expect(edits.at(-1)).toMatchObject({ ...now, alert: null, turn: null });
    // One more row at its old place unless it is still there: the old place may be read after the new one is settled.
    const gone = row.place.block === block ? [] : [{ place: row.place, status: 'moved' }];
    expect(edits.slice(0, -1)).toMatchObject(gone);
    expect(edits).toHaveLength(gone.length + 1);
  });

  it.each([
    ['the time, which comes late', {}, { blockTimestamp: null }],
    ['the time, which is missing', { blockTimestamp: null }, {}],
    ['the hash, which is missing', { blockHash: null }, {}],
    ['the place in its block', { logIndex: 7, transactionIndex: 1 }, {}],
  ])('keeps its place although a reply gives another value of %s', (_what, over, before) => {
    expect(newsOf([transfer(over)], [rowOf('told', before)])).toEqual(nothing);
  });

  it("keeps its place if only its block's hash changed and it was not reported", () => {
    const { blockHash } = otherBlock;
    for (const status of ['hidden', 'unwanted', 'old'] as const)
      expect(newsOf([transfer()], [rowOf(status, { blockHash })])).toEqual(nothing);
  });

  it("has its new block's time, or the old block's if the API gives none", () => {
    const [then, now] = ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:41.500Z'];
    const before = rowOf('told', { ...otherBlock, blockTimestamp: then });
    const minedAt = (blockTimestamp: string | null) =>
      newsOf([transfer({ blockTimestamp })], [before]).edits.at(-1)?.minedAt;
    expect(minedAt(now)).toBe(Math.floor(Date.parse(now) / 1_000));
    expect(minedAt(null)).toBe(Date.parse(then) / 1_000);
  });

  it('keeps the place of its alert through any number of moves', () => {
    const moved = rowOf('told', otherBlock, { alertAt: 'the first', batch: 12 });
    expect(newsOf([transfer()], [moved]).edits.map((row) => row.alertAt)).toEqual(['the first', 'the first']);
  });

  it('is known by its old place if its new place is settled', () => {
    expect(newsOf([transfer()], [rowOf('moved', otherBlock)])).toEqual(nothing);
    expect(newsOf([], [rowOf('moved')])).toEqual(nothing);
  });

  it('is as before if it was missed once and is back, whatever its status', () => {
    const back = newsOf([transfer()], [rowOf('told', {}, { missed: true })]);
    expect(back).toMatchObject({ ...nothing, edits: [{ status: 'told', missed: false, alertAt }] });
    const elsewhere = newsOf([transfer(otherBlock)], [rowOf('told', {}, { missed: true })]);
    const now = { status: 'told', missed: false, place: { block: block + 2 } };
    expect(elsewhere).toMatchObject({ ...nothing, edits: [{ status: 'moved', missed: false }, now] });
  });

  it('comes again with a new reissue if it was taken back, wherever it stood', () => {
    const row = rowOf('reverted', {}, { reissue: 2 });
    expect(newsOf([transfer()], [row])).toMatchObject({ ...nothing, fresh: [{ reissue: 3 }] });
    const daysLater = { begunAt: begunAt + 2 * 86_400_000 };
    expect(newsOf([transfer()], [row], daysLater).fresh).toMatchObject([{ reissue: 3 }]);
    const elsewhere = compare(readOf([transfer(otherBlock)]), cursor, new Map([[row.place.key, row]]));
    expect(elsewhere).toMatchObject({ ...nothing, fresh: [{ reissue: 3 }] });
    expect(newsOf([], [row])).toEqual(nothing);
  });

  it.each([
    ['2026-01-02T02:57:59.999Z', 0],
    ['2026-01-02T02:58:00.000Z', 1],
    [null, 1],
  ])('mined at %s, in a watch since 03:00:00: reported %i', (blockTimestamp, told) => {
    expect(newsOf([transfer({ blockTimestamp })]).fresh).toHaveLength(told);
  });

  it('is never too old for a row with fromBlock, but for the blocks below it', () => {
    const old = readOf([transfer({ blockTimestamp: '2015-08-01T00:00:00.000Z' })]);
    const toldFrom = (first: number) =>
      compare(old, { ...cursor, block: null, start: { ...start, block: first, timedTo: -1 } }, new Map())
        .fresh.length;
    expect([toldFrom(block), toldFrom(block + 1)]).toEqual([1, 0]);
  });

  it('a day old, at or below the stored block, is known: its row has expired', () => {
    const begun = { ...start, timedTo: block - 1 };
    const at = (blockNumber: number, blockTimestamp: string) =>
      compare(readOf([transfer({ blockNumber, blockTimestamp })]), { ...cursor, start: begun }, new Map())
        .fresh.length;
    expect(at(block, '2026-01-01T03:10:00.000Z')).toBe(0);
    expect(at(block, '2026-01-01T03:10:00.001Z')).toBe(1);
    expect(at(block + 1, '2026-01-01T03:10:00.000Z')).toBe(1);
  });

  it('is old while no watch has begun', () => {
    expect(compare(readOf([transfer()]), neverPolled, new Map())).toEqual(nothing);
  });
});

describe('a theft on the newest page', () => {
  const ahead = withKeys([transfer(otherBlock)]);

  it('is reported before the read reaches it, once', () => {
    const later = { ...otherBlock, blockNumber: otherBlock.blockNumber + 9 };
    const both = newsOf([transfer(later)], [], { ahead: withKeys([transfer({ ...otherBlock, value: 7n })]) });
    expect(both.fresh.map((one) => one.transfer.blockNumber)).toEqual([
      otherBlock.blockNumber,
      later.blockNumber,
    ]);
    expect(newsOf([], [], { ahead }).fresh).toMatchObject([{ reissue: 0, transfer: otherBlock }]);
    expect(newsOf([], [rowOf('told', otherBlock)], { ahead, lacks: null })).toEqual(nothing);
  });
});

describe('a transfer that a read does not show', () => {
  it('is missed at its first absence, and dropped at the second in a row', () => {
    const once = newsOf([], [rowOf('told')]);
    expect(once).toMatchObject({
      ...nothing,
      edits: [{ status: 'told', missed: true, alertAt, alert: null }],
    });
    const row = rowOf('told', {}, { missed: true });
    expect(newsOf([], [row])).toEqual({ ...nothing, dropped: [row] });
  });

  it('is missed from the first to the last block that the read covers, and not outside', () => {
    const isMissed = (from: number, to: number) =>
      newsOf([], [rowOf('told')], { lacks: { from: belowBlock(from), to: aboveBlock(to) } }).edits.length ===
      1;
    expect([isMissed(block, block), isMissed(block + 1, block + 9), isMissed(0, block - 1)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each<[string, Partial<PollRead>]>([
    ['the read says nothing of what is absent', { lacks: null }],
    [
      'an entry of its block could not be read',
      { unreadable: [{ transactionHash: null, blockNumber: block, reason: 'value: none' }] },
    ],
    [
      'an entry of any block could not be read',
      { unreadable: [{ transactionHash: null, blockNumber: null, reason: 'block: none' }] },
    ],
  ])('is not missed if %s', (_why, over) => {
    for (const missed of [false, true])
      expect(newsOf([], [rowOf('told', {}, { missed })], over)).toEqual(nothing);
  });

  it('is missed if an entry of another block could not be read', () => {
    const unreadable = [{ transactionHash: null, blockNumber: block + 1, reason: 'value: none' }];
    expect(newsOf([], [rowOf('told')], { unreadable }).edits).toHaveLength(1);
  });

  it('is never taken back if it was not reported', () => {
    for (const status of ['hidden', 'unwanted', 'old', 'reverted'] as const)
      expect(newsOf([], [rowOf(status)])).toEqual(nothing);
  });

  it('with a block number that the chain had not reached may be in a settled block once it is old enough', () => {
    const ahead = { plausibleTo: block - 1 };
    expect(newsOf([], [rowOf('told')], { ...ahead, begunAt: begunAt - 300_000 }).edits).toHaveLength(1);
    expect(newsOf([], [rowOf('told')], ahead)).toEqual(nothing);
    const missed = rowOf('told', {}, { missed: true });
    expect(newsOf([], [missed], ahead)).toEqual({ ...nothing, dropped: [missed] });
  });
});

describe('what was taken back', () => {
  const gone = rowOf('reverted', {}, { reissue: 1 });
  const clock = { now: () => begunAt, sleep: async () => {} };
  let asked = 0;
  const history = {
    takenBack: async () => {
      asked += 1;
      return [gone, { ...gone, batch: 11, reissue: 2 }];
    },
  } as never;

  it('is looked up only if something is fresh', async () => {
    const look = (...read: Parameters<typeof readOf>) => {
      asked = 0;
      return compareWithLedger(cursor, readOf(...read), { watch: watchOf(), history, clock });
    };
    await look([transfer()], [rowOf('told')]);
    expect(asked).toBe(0);
    await look([], [rowOf('told')], { ahead: withKeys([transfer()]) });
    expect(asked).toBe(0);
    expect((await look([transfer(otherBlock)])).fresh).toMatchObject([{ reissue: 3 }]);
    expect(asked).toBe(1);
    expect((await look([], [], { ahead: withKeys([transfer(otherBlock)]) })).fresh).toMatchObject([
      { reissue: 3 },
    ]);
    expect(asked).toBe(1);
  });
});
