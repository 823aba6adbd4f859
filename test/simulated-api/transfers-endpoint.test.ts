import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { answerTransfers } from '../../lib/simulated-api/answer.ts';
import {
  type SimulatedTransfer,
  simulatedTransfer,
  usdc,
} from '../../lib/simulated-api/simulated-transfer.ts';

const wallet = `0x${'a'.repeat(40)}`;
const page = z.object({
  page: z.number(),
  page_size: z.number(),
  cursor: z.string().nullable(),
  result: z.array(z.looseObject({ block_number: z.string(), transaction_hash: z.string() })),
});

/** One transfer to the wallet in each of these blocks, a minute apart, visible at once. */
function mined(...blocks: number[]): SimulatedTransfer[] {
  return blocks.map((block) =>
    simulatedTransfer({
      chainId: '0x1',
      knownAt: block,
      token: usdc,
      from: `0x${'c'.repeat(40)}`,
      to: wallet,
      value: 1n,
      block,
      minedAt: new Date(block * 60_000),
      transaction: String(block),
      transactionIndex: 0,
      logIndex: 0,
    }),
  );
}

function ask(query: Record<string, string>, transfers: SimulatedTransfer[], now = 1_000) {
  return answerTransfers(wallet, new URLSearchParams(query), transfers, now);
}

function blocks(query: Record<string, string>, transfers: SimulatedTransfer[], now?: number): number[] {
  return page.parse(ask(query, transfers, now).body).result.map((row) => Number(row.block_number));
}

describe('the simulated transfers endpoint', () => {
  it('lists the newest first, for a chain by its name or its hex id', () => {
    expect(blocks({ chain: 'eth' }, mined(1, 3, 2))).toEqual([3, 2, 1]);
    expect(blocks({ chain: '0x1' }, mined(1, 3, 2))).toEqual([3, 2, 1]);
    expect(blocks({ chain: 'polygon' }, mined(1, 3, 2))).toEqual([]);
  });

  it('shows only the requested contracts, in any letter case', () => {
    const fake = mined(3).map((one) => ({ ...one, wire: { ...one.wire, address: `0x${'7'.repeat(40)}` } }));
    const asked = { 'contract_addresses[]': usdc.address.toUpperCase().replace('X', 'x') };
    expect(blocks(asked, [...fake, ...mined(2)])).toEqual([2]);
  });

  it('does not show later transfers', () => {
    expect(blocks({}, mined(1, 2, 3), 2)).toEqual([2, 1]);
  });

  it('includes both ends of a block range, and answers an empty range with nothing', () => {
    expect(blocks({ from_block: '2', to_block: '3' }, mined(1, 2, 3, 4))).toEqual([3, 2]);
    expect(blocks({ from_block: '4', to_block: '2' }, mined(1, 2, 3, 4))).toEqual([]);
  });

  it('takes dates as Unix seconds or ISO text, and a block before a date', () => {
    const transfers = mined(1, 2, 3, 4);
    expect(blocks({ from_date: '120', to_date: '180' }, transfers)).toEqual([3, 2]);
    expect(blocks({ from_date: '1970-01-01T00:03:00Z' }, transfers)).toEqual([4, 3]);
    expect(blocks({ from_block: '2', from_date: '240' }, transfers)).toEqual([4, 3, 2]);
  });

  it('pages by cursor until a null, without gap or repeat', () => {
    const transfers = mined(1, 2, 3, 4, 5);
    const first = page.parse(ask({ limit: '2' }, transfers).body);
    expect(first).toMatchObject({ page: 0, page_size: 2 });
    const second = page.parse(ask({ limit: '2', cursor: first.cursor ?? '' }, transfers).body);
    const third = page.parse(ask({ limit: '2', cursor: second.cursor ?? '' }, transfers).body);
    expect(second.page).toBe(1);
    expect(third.cursor).toBeNull();
    const told = [first, second, third].flatMap(({ result }) => result.map((row) => row.block_number));
    expect(told).toEqual(['5', '4', '3', '2', '1']);
  });

  it('keeps a cursor on the transfers known at its first page', () => {
    const first = page.parse(ask({ limit: '2' }, mined(1, 2, 3), 3).body);
    expect(blocks({ limit: '2', cursor: first.cursor ?? '' }, mined(1, 2, 3, 4), 4)).toEqual([1]);
  });

  it("continues after a page's last transfer, even if a re-org drops it", () => {
    const first = page.parse(ask({ limit: '2' }, mined(1, 2, 3, 4, 5)).body);
    const cursor = first.cursor ?? '';
    expect(blocks({ limit: '2', cursor }, mined(1, 2, 3, 4))).toEqual([3, 2]);
    expect(blocks({ limit: '2', cursor }, mined(1, 2, 3, 5))).toEqual([3, 2]);
  });

  it("refuses another request's cursor, and an unknown one", () => {
    const first = page.parse(ask({ limit: '1' }, mined(1, 2)).body);
    expect(ask({ limit: '1', from_block: '1', cursor: first.cursor ?? '' }, mined(1, 2)).status).toBe(400);
    expect(ask({ cursor: 'abc' }, mined(1)).status).toBe(400);
  });

  it("refuses the same requests as the API, with the API's body", () => {
    expect(ask({ chain: 'moon' }, [])).toEqual({
      status: 400,
      body: { message: ['chain must be a valid enum value'] },
    });
    expect(ask({ limit: '101' }, []).status).toBe(400);
    expect(ask({ from_block: 'x' }, []).status).toBe(400);
    expect(ask({ to_date: 'tomorrow' }, []).status).toBe(400);
  });
});
