import { describe, expect, it } from 'vitest';
import type { TransferPages, TransferQuery } from '../../functions/api/transfer-pages.ts';
import { findTooLarge } from '../../functions/api/transfer-source.ts';
import { ReplyTooLarge, UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import { eth, wallet } from './test-api.ts';

/** Pages of an API with a transfer in each block, of which one is too large. @param asked gets the last block of each call */
function pagesWith(tooLarge: number, asked: number[]): TransferPages {
  return async function* pages({ to, limit }: TransferQuery) {
    const top = to ?? Number.NaN;
    asked.push(top);
    expect(limit).toBe(1);
    if (top >= tooLarge) throw new ReplyTooLarge('too large');
    yield { transfers: [], unreadable: [], cursor: 'more' };
  };
}

const query = { wallet, chain: eth, from: null, to: null, cursor: null };

async function find(tooLarge: number, lowest: number, from: TransferQuery['from'] = null) {
  const asked: number[] = [];
  const found = await findTooLarge({ ...query, from }, lowest, pagesWith(tooLarge, asked), { deadline: 0 });
  return { found, asked };
}

describe('the block of a transfer that is too large', () => {
  it('is that of the last one read if nothing below it is too large', async () => {
    expect(await find(500, 500)).toEqual({ found: 500, asked: [499] });
  });

  it.each([
    ['the block below', 499],
    ['any block', 123],
    ['the first block', 0],
  ])('is found if it is %s', async (_which, tooLarge) => {
    expect((await find(tooLarge, 500)).found).toBe(tooLarge);
    expect((await find(tooLarge, 500, { time: new Date(0) })).found).toBe(tooLarge);
  });

  it('is looked for no lower than what is asked for', async () => {
    const { found, asked } = await find(490, 500, { block: 490 });
    expect(found).toBe(490);
    expect(Math.min(...asked)).toBe(490);
  });

  it('takes some thirty calls on any chain', async () => {
    const { found, asked } = await find(1, 4_000_000_000);
    expect(found).toBe(1);
    expect(asked.length).toBeLessThan(35);
  });

  it('is not known if the API does not answer', async () => {
    const fails: TransferPages = () => {
      throw new UpstreamUnavailable('time-out', null);
    };
    await expect(findTooLarge(query, 500, fails, { deadline: 0 })).rejects.toThrow(UpstreamUnavailable);
  });
});
