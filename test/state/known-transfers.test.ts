import { expect, it } from 'vitest';
import {
  knownTransfers,
  type LedgerRow,
  quietRow,
  type RowStatus,
} from '../../functions/state/ledger-row.ts';

const born = 1_000;

/** A row of transfer `a` in block 7. */
function row(batch: number, status: RowStatus = 'told', { block = 7, key = 'a' } = {}): LedgerRow {
  return { ...quietRow({ block, order: '000001.0000002', key }, status, 0), batch };
}

it.each<[string, readonly LedgerRow[], Record<string, number>]>([
  [
    'each transfer is known by its key',
    [row(1_001), row(1_001, 'told', { key: 'b' })],
    { a: 1_001, b: 1_001 },
  ],
  ['of a place the row of the highest batch counts', [row(1_003), row(1_002)], { a: 1_003 }],
  ['of two places, too', [row(1_002, 'told', { block: 9 }), row(1_003)], { a: 1_003 }],
  ['batches compare by number, not as text', [row(10_000), row(9_999)], { a: 10_000 }],
  ['a transfer that was taken back is known', [row(1_003, 'reverted'), row(1_002)], { a: 1_003 }],
  ['a message is no transfer', [row(1_001, 'message')], {}],
  ['rows of an abandoned batch do not count', [row(1_500), row(1_002)], { a: 1_002 }],
  ['rows of an abandoned batch do not count, even if there are no others', [row(1_500)], {}],
  ['rows of an earlier watch do not count', [row(born - 1)], {}],
  ['rows of the first batch of this watch count', [row(born)], { a: born }],
])('%s', (_what, rows, known) => {
  for (const given of [rows, rows.toReversed()]) {
    const cursor = { born, sourceSince: 0, abandoned: [1_500, 1_501].map((batch) => ({ batch, to: 7 })) };
    const batches = Array.from(knownTransfers(given, cursor), ([key, { batch }]) => [key, batch]);
    expect(Object.fromEntries(batches)).toEqual(known);
  }
});

it.each([
  [6, 7],
  [7, 6],
])(
  'a transfer moved from block %i to %i is known in its new block, or in its old one if the new row is not read',
  (from, to) => {
    const rows = [row(1_001, 'told', { block: from }), row(1_002, 'moved', { block: from })];
    const now = row(1_002, 'told', { block: to });
    const placeIn = (some: readonly LedgerRow[]) =>
      knownTransfers(some, { born, sourceSince: 0, abandoned: [] }).get('a');
    for (const given of [
      [...rows, now],
      [now, ...rows],
    ])
      expect(placeIn(given)).toEqual(now);
    expect(placeIn(rows)).toMatchObject({ status: 'moved', place: { block: from } });
  },
);
