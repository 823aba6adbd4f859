import { describe, expect, it } from 'vitest';
import { isLastPage } from '../../../functions/poll-wallets/read/part-of-read.ts';
import { placeOf } from '../../../functions/state/place.ts';
import { quietRow, type Row } from '../../../functions/state/row.ts';
import type { UnreadableTransfer } from '../../../functions/transfer/source.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import { watchOf } from '../../support/alerts.ts';
import { begunCursor, longRead, transferIn } from '../../support/reads.ts';

const watch = watchOf();
const begunAt = Date.parse('2026-01-02T03:10:00.000Z');
const cursor = begunCursor({ settled: 10, block: 20 });
const inBlock12 = (transactionIndex: number) =>
  transferIn(12, { transactionIndex, transactionHash: `0x${String(transactionIndex).padEnd(64, 'a')}` });
const [newest, cut, rest] = [transferIn(14), inBlock12(5), inBlock12(7)];

/** Whether a read that has shown these can stop, while the ledger knows all three. */
function canStop(
  transfers: readonly Transfer[],
  change = {},
  unreadable: readonly UnreadableTransfer[] = [],
) {
  const rows = withKeys([newest, cut, rest]).map(({ key, transfer }): [string, Row] => {
    const { alert, turn, outgoing, learnt, ...row } = quietRow(placeOf(key, transfer), 'told', begunAt);
    return [key, { ...row, batch: 1 }];
  });
  const before = { ...longRead({ begunAt }), position: null, ...change };
  const shown = { transfers, unreadable };
  return isLastPage({ ...shown, next: 'p1' }, shown, before, new Map(rows), watch, cursor);
}

describe('a page that brings nothing', () => {
  it('is the last of a read that has shown what is known above its end', () => {
    expect(canStop([newest, rest])).toBe(true);
    expect(canStop([newest])).toBe(true);
    expect(canStop([rest])).toBe(false);
  });

  it('is not the last if it cuts a block whose transactions do not come in order', () => {
    expect(canStop([newest, cut])).toBe(false);
    expect(canStop([newest, cut, rest])).toBe(true);
  });

  it('is the last if what is missing may be an entry that can not be read', () => {
    expect(canStop([rest], {}, [{ transactionHash: null, blockNumber: 14, reason: 'no value' }])).toBe(true);
  });

  it('is the last of a later part too, which says nothing of what is above it, but not of a final look', () => {
    expect(canStop([rest], { position: 'p0' })).toBe(true);
    expect(canStop([newest, cut], { position: 'p0' })).toBe(false);
    expect(canStop([newest, rest], { isFinalLook: true })).toBe(false);
  });
});
