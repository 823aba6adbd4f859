import { describe, expect, it } from 'vitest';
import { batchesOf, holdBack, rowsAfter } from '../../../functions/poll-wallets/decide/batches.ts';
import type { FreshTransfer, News } from '../../../functions/poll-wallets/decide/compare.ts';
import { endsOf } from '../../../functions/poll-wallets/read/part-of-read.ts';
import type { LongRead } from '../../../functions/state/cursor.ts';
import { type NewRow, quietRow, type RowStatus } from '../../../functions/state/row.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import { describedTransfer, exchange, party, treasury, watchOf } from '../../support/alerts.ts';

const rowOf = (key: string, status: RowStatus = 'told', block = 1): NewRow =>
  quietRow({ block, order: '000001.0000001', key }, status, 0);

const freshOf = (transfers: readonly Transfer[]): FreshTransfer[] =>
  withKeys(transfers).map((one) => ({ ...one, reissue: 0 }));

const transfersOf = (count: number) =>
  Array.from({ length: count }, (_, logIndex) => describedTransfer({ logIndex }));

const newsOf = (transfers: readonly Transfer[], over: Partial<News> = {}): News => ({
  fresh: freshOf(transfers),
  edits: [],
  dropped: [],
  ...over,
});

describe('the batches of a read', () => {
  const sizes = (count: number) => batchesOf(newsOf(transfersOf(count)), []).map(({ fresh }) => fresh.length);

  it('hold 2,500 transfers each; there is at least one', () => {
    expect(sizes(0)).toEqual([0]);
    expect(sizes(2_500)).toEqual([2_500]);
    expect(sizes(5_001)).toEqual([2_500, 2_500, 1]);
  });

  it('name the transfer that the next one begins with', () => {
    const news = newsOf(transfersOf(2_501));
    expect(batchesOf(news, []).map(({ next }) => next)).toEqual([news.fresh[2_500], undefined]);
  });

  it('have all edits and reverts in the first batch, after the rows that begin the watch', () => {
    const dropped = [{ ...rowOf('dropped'), batch: 1 }];
    const news = newsOf(transfersOf(2_501), { edits: [rowOf('edit')], dropped });
    expect(batchesOf(news, [rowOf('first')])).toMatchObject([
      { edits: [rowOf('first'), rowOf('edit')], dropped },
      { edits: [], dropped: [] },
    ]);
  });
});

describe('the news of a read that goes on', () => {
  const theft = describedTransfer({ from: party(treasury), to: party(exchange) });
  const news = newsOf([describedTransfer({ transactionHash: '0x1' }), theft], { edits: [rowOf('edit')] });
  const goesOn = { reading: {} as LongRead, lacks: null };
  const isTheft = ({ transfer }: FreshTransfer) => transfer === theft;

  it('are held, except for thefts and rows that are written again', () => {
    const { news: now, held } = holdBack(news, { ...goesOn, transfers: news.fresh }, watchOf());
    expect(now).toEqual({ ...news, fresh: news.fresh.filter(isTheft) });
    expect(held).toEqual(news.fresh.filter((one) => !isTheft(one)).map(({ transfer }) => transfer));
  });

  it('are all reported once it is through', () => {
    const through = { ...goesOn, reading: null, transfers: news.fresh };
    expect(holdBack(news, through, watchOf())).toEqual({ news, held: [] });
  });

  it('include known transfers that equal a new one, because equal ones are numbered', () => {
    const equals = withKeys(transfersOf(3));
    const last = { ...newsOf([]), fresh: equals.slice(2).map((one) => ({ ...one, reissue: 0 })) };
    expect(holdBack(last, { ...goesOn, transfers: equals }, watchOf()).held).toHaveLength(3);
  });

  it('include transactions at the ends of the part that may continue in the next one, also reported thefts', () => {
    const listed = [3, 2, 1].map((n) => ({ ...theft, transactionHash: `0x${n}`, transactionIndex: n }));
    const ends = endsOf(listed, theft.blockNumber);
    const lacks = ends && { from: ends.bottom, to: ends.top };
    const part = { ...goesOn, transfers: withKeys(listed), lacks };
    const { news: now, held } = holdBack(newsOf(listed), part, watchOf());
    expect(now.fresh).toHaveLength(3);
    expect(held.map(({ transactionHash }) => transactionHash)).toEqual(['0x1', '0x3']);
  });
});

it('the last row of a transfer is the one at its present place, whether it moved up or down; message rows are ignored', () => {
  const [up, down] = [rowOf('up', 'told', 3), rowOf('down', 'told', 1)];
  const moved = [down, rowOf('up', 'moved', 2), rowOf('down', 'moved', 2), up];
  const written = [...moved, rowOf('digest', 'message'), rowOf('new', 'hidden')];
  const before = [rowOf('up', 'told', 2), rowOf('down', 'told', 2), rowOf('old')];
  const after = rowsAfter(before, written);
  expect(after).toEqual([up, down, rowOf('old'), rowOf('new', 'hidden')]);
});
