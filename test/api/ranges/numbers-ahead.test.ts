import { describe, expect, it } from 'vitest';
import type { TransferPages } from '../../../functions/api/transfer-pages.ts';
import { readRanges } from '../../../functions/api/transfer-source.ts';
import type { RangeRequest, TransferRange } from '../../../functions/transfer/source.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { describedTransfer, watchOf } from '../../support/alerts.ts';

const { wallet, chain } = watchOf();
const plausible = 2_000;
const late = 1_000;
const limits = { deadline: late };

const request = (over: Partial<RangeRequest>): RangeRequest => ({
  wallet,
  chain,
  from: { block: 1_000 },
  through: null,
  dealtWith: 1_000,
  known: () => 0,
  plausibleThrough: () => plausible,
  newestOnly: false,
  unfinished: null,
  notebook: { put: async () => [], read: async () => [] },
  ...over,
});
const transferAt = (blockNumber: number, n: number): Transfer =>
  describedTransfer({ blockNumber, transactionHash: `0x${n.toString(16).padStart(64, '0')}` });

/** An API whose index has the right blocks, and whose rows may have others. */
async function rangesOf(
  rows: readonly { readonly row: Transfer; readonly block: number }[],
  over: Partial<RangeRequest> = {},
  rowsInTime = Number.POSITIVE_INFINITY,
) {
  let calls = 0;
  const pages: TransferPages = async function* ({ from, to }) {
    const isWithin = ({ block }: { readonly block: number }) =>
      block >= (from && 'block' in from ? from.block : 0) &&
      block <= (to && 'block' in to ? to.block : Number.POSITIVE_INFINITY);
    const found = rows.filter(isWithin).toSorted((a, b) => b.block - a.block);
    for (let at = 0; at === 0 || at < found.length; at += 100) {
      calls += 1;
      const transfers = found.slice(at, at + 100).map(({ row }) => row);
      yield { transfers, unreadable: [], cursor: at + 100 < found.length ? `${at}` : null };
    }
  };
  const ranges: TransferRange[] = [];
  const deps = { pages, clock: { now: () => (calls * 100 >= rowsInTime ? late : 0) }, log: { warn() {} } };
  for await (const range of readRanges(request(over), deps, limits)) ranges.push(range);
  return { ranges, calls };
}

describe('a block number ahead of the chain', () => {
  it('is in the range that shows it, for it may be of that', async () => {
    const row = transferAt(9_000_000_000, 1);
    for (const through of [1_500, 1_200]) {
      const { ranges } = await rangesOf([{ row, block: 1_200 }], { through });
      expect(ranges.map(({ transfers }) => transfers)).toEqual([[row]]);
    }
  });

  it('is left out of a bounded range where it can be right', async () => {
    const { ranges } = await rangesOf([{ row: transferAt(1_600, 1), block: 1_200 }], { through: 1_500 });
    expect(ranges.map(({ transfers }) => transfers)).toEqual([[]]);
  });

  it('sizes no window: a storm takes as many calls as without it', async () => {
    const storm = Array.from({ length: 3_000 }, (_, n) => transferAt(1_100 + Math.floor(n / 10), n + 10)).map(
      (row) => ({ row, block: row.blockNumber }),
    );
    const [odd, without] = [
      await rangesOf([...storm, { row: transferAt(9_000_000_000, 1), block: 9_000_000_000 }]),
      await rangesOf(storm),
    ];
    expect(odd.calls).toBeLessThanOrEqual(without.calls + 1);
    expect(odd.ranges.every(({ through }) => through === null || through <= plausible)).toBe(true);
    expect(odd.ranges.flatMap(({ transfers }) => transfers).length).toBeGreaterThanOrEqual(storm.length);
  });

  it('is all that a read holds that was cut short: it counts as it is, and incomplete', async () => {
    const leapt = Array.from({ length: 900 }, (_, n) => {
      const row = transferAt(5_000_000 + n, n + 10);
      return { row, block: row.blockNumber };
    });
    const { ranges, calls } = await rangesOf(leapt, {}, 500);
    expect(calls).toBe(5);
    expect(ranges).toMatchObject([{ through: null, complete: false, more: true }]);
    expect(ranges[0]?.transfers).toHaveLength(500);
  });

  it('is that of the chain where a thousand transfers have it: they are read in windows like any storm', async () => {
    const leapt = Array.from({ length: 3_000 }, (_, n) => {
      const row = transferAt(5_000_000 + Math.floor(n / 10), n + 10);
      return { row, block: row.blockNumber };
    });
    const { ranges } = await rangesOf(leapt);
    const read = new Set(ranges.flatMap(({ transfers }) => transfers.map((one) => one.transactionHash)));
    expect(read.size).toBe(leapt.length);
  });
});
