import { describe, expect, it } from 'vitest';
import { batchesOf, holdBack, inTurn, rowsAfter } from '../../../functions/poll-wallets/decide/batches.ts';
import type { FreshTransfer, News } from '../../../functions/poll-wallets/decide/compare.ts';
import { endsOf } from '../../../functions/poll-wallets/read/part-of-read.ts';
import { type NewRow, quietRow, type RowStatus } from '../../../functions/state/ledger-row.ts';
import { byPlace } from '../../../functions/state/place.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import {
  describedTransfer,
  exchange,
  imitation,
  party,
  toExchange,
  transferAlert,
  watchOf,
} from '../../support/alerts.ts';
import { longRead } from '../../support/reads.ts';
import { begunWorld, blockAt } from '../../support/worlds/poll-world.ts';

const watch = watchOf();
const rowOf = (key: string, status: RowStatus = 'told', block = 1): NewRow =>
  quietRow({ block, order: '000001.0000001', key }, status, 0);

const transfersOf = (count: number) =>
  Array.from({ length: count }, (_, logIndex) => describedTransfer({ logIndex }));

const newsOf = (transfers: readonly Transfer[], over: Partial<News> = {}): News => ({
  fresh: withKeys(transfers).map((one) => ({ ...one, reissue: 0 })),
  edits: [],
  dropped: [],
  ...over,
});

describe('the batches of a read', () => {
  it.each([
    [0, [0]],
    [2_500, [2_500]],
    [5_001, [2_500, 2_500, 1]],
  ])('hold 2,500 transfers each, and name the first of the next: %i', (count, sizes) => {
    const news = newsOf(transfersOf(count));
    const batches = batchesOf(news, []);
    expect(batches.map(({ fresh }) => fresh.length)).toEqual(sizes);
    const firstOf = (n: number) => news.fresh[n * 2_500]?.transfer.blockNumber;
    expect(batches.map(({ next }) => next)).toEqual(sizes.map((_, n) => firstOf(n + 1)));
  });

  it('hold the rows of 2,500 known transfers each beside new ones, and never part the two rows of a transfer that moved', () => {
    const edits = Array.from({ length: 2_501 }, (_, n) => [rowOf(`${n}`, 'moved'), rowOf(`${n}`)]).flat();
    const batches = batchesOf(newsOf(transfersOf(1), { edits: [rowOf('missed'), ...edits] }), [
      rowOf('first'),
    ]);
    expect(batches.map(({ fresh }) => fresh.length)).toEqual([1, 0]);
    const [begin, rest] = batches.map((batch) => batch.edits);
    expect(begin).toEqual([rowOf('first'), rowOf('missed'), ...edits.slice(0, -4)]);
    expect(rest).toEqual(edits.slice(-4));
    expect(batches.map(({ next }) => next)).toEqual([Number.POSITIVE_INFINITY, undefined]);
  });

  it('take back 2,500 dropped transfers a poll, those with alerts of their own first', () => {
    const goneOf = (status: RowStatus) => (_: unknown, n: number) => ({ ...rowOf(`${n}`, status), batch: 1 });
    const waiting = Array.from({ length: 2_500 }, goneOf('waiting'));
    const told = Array.from({ length: 3 }, goneOf('told'));
    const batches = batchesOf(newsOf(transfersOf(2_501), { dropped: [...waiting, ...told] }), []);
    expect(batches.map(({ dropped }) => dropped)).toEqual([[...told, ...waiting.slice(0, -3)], []]);
  });
});

describe('the news of a read that continues', () => {
  const theft = describedTransfer(toExchange);
  const news = newsOf([describedTransfer({ transactionHash: '0x1' }), theft], { edits: [rowOf('edit')] });
  const goesOn = { reading: longRead(), covers: null };
  const poll = { watch, mostHeld: 60_000, clock: { now: () => 900, sleep: async () => {} } };
  const mayBeTheft = ({ transfer }: FreshTransfer) => transfer === theft;

  it('are held, except thefts and rows that are written again', () => {
    const { news: now, held } = holdBack(news, { ...goesOn, transfers: news.fresh }, poll);
    expect(now).toEqual({ ...news, fresh: news.fresh.filter(mayBeTheft) });
    expect(held).toEqual(news.fresh.filter((one) => !mayBeTheft(one)).map(({ transfer }) => transfer));
  });

  it('include the transactions at both ends of a part, even reported thefts, because they may continue in the next part', () => {
    const all = [3, 2, 1].map((n) => ({ ...theft, transactionHash: `0x${n}`, transactionIndex: n }));
    const ends = endsOf(all, theft.blockNumber);
    const covers = ends && { from: ends.bottom, to: ends.top };
    const { news: now, held } = holdBack(newsOf(all), { ...goesOn, transfers: withKeys(all), covers }, poll);
    expect(now.fresh).toHaveLength(3);
    expect(held.map(({ transactionHash }) => transactionHash)).toEqual(['0x1', '0x3']);
  });

  it('are not held once a read holds too many in several blocks: it begins anew below, and a later read reports them', () => {
    const all = [20, 21].map((blockNumber) => describedTransfer({ blockNumber }));
    const held = (before: number, shown: readonly Transfer[]) => {
      const reading = longRead({ held: before, aged: 19, refusals: 1 });
      return holdBack(
        newsOf(shown),
        { reading, covers: null, transfers: withKeys(shown) },
        { ...poll, mostHeld: 10 },
      );
    };
    expect(held(8, all)).toMatchObject({
      held: all,
      reading: { name: 'read', held: 10, isBelowOthers: false },
    });
    expect(held(9, all.slice(0, 1))).toMatchObject({
      held: all.slice(0, 1),
      reading: { name: 'read', held: 10 },
    });
    expect(held(10, all.slice(0, 1))).toMatchObject({ reading: { name: 'read', held: 11 } });
    const { held: kept, reading } = held(9, all);
    expect(kept).toEqual([]);
    const anew = {
      begunAt: 900,
      below: 20,
      position: '',
      refusals: 0,
      held: 0,
      isBelowOthers: true,
      aged: -1,
    };
    expect(reading).toMatchObject(anew);
    expect(reading?.name).not.toBe('read');
  });
});

it("a transfer's last row is the one at its present place, whether it moved up or down; message rows are ignored", () => {
  const [up, down] = [rowOf('up', 'told', 3), rowOf('down', 'told', 1)];
  const moved = [down, rowOf('up', 'moved', 2), rowOf('down', 'moved', 2), up];
  const written = [...moved, rowOf('digest', 'message'), rowOf('new', 'hidden')];
  const before = [rowOf('up', 'told', 2), rowOf('down', 'told', 2), rowOf('old')];
  const last = (row: typeof up) => expect.objectContaining({ place: row.place, status: row.status });
  expect(rowsAfter(before, written)).toEqual([up, down, rowOf('old'), rowOf('new', 'hidden')].map(last));
});

it('the last rows of a storm have no alerts, which would fill the memory', () => {
  const told = { ...rowOf('told'), alert: transferAlert(), turn: 0 };
  expect(rowsAfter([], [told])).toEqual([expect.not.objectContaining({ alert: expect.anything() })]);
});

it('messages are numbered in row order; a row without an alert has no number', () => {
  const told = { ...rowOf('told'), alert: transferAlert(), turn: 0 };
  const rows = [rowOf('quiet'), told, { ...told, turn: null }, { ...told, alert: null }, told];
  expect(inTurn(rows).map(({ turn }) => turn)).toEqual([null, 0, null, null, 1]);
});

it("transfers' rows say whom the wallet paid, and which imitations it was warned of on which day", async () => {
  const world = await begunWorld(watch);
  world.chain.mine(blockAt(1), toExchange);
  await world.poll(watch);
  world.ledger.rows.clear();
  const lure = { from: party(imitation), value: 0n };
  for (const over of [lure, {}, lure, toExchange]) world.chain.mine(blockAt(2), over);
  await world.poll(watch);
  const rows = [...world.ledger.rows.values()].flatMap((of) => [...of.values()]).sort(byPlace);
  const taught = rows.filter(({ status }) => status !== 'message').map(({ learnt }) => learnt);
  const marked = (told: boolean) => ({ paid: null, imitations: [[expect.any(String), { told }]] });
  expect(taught).toMatchObject([
    [{ paid: { address: exchange } }],
    [{ ...marked(true), warnedOn: '2026-01-02' }],
    [],
    [{ ...marked(false), warnedOn: null }],
    [{ paid: { address: exchange }, imitations: [], warnedOn: null }],
  ]);
});
