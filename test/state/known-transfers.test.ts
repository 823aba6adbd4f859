import { expect, it } from 'vitest';
import { knownTransfers, quietRow, type Row, type RowStatus } from '../../functions/state/row.ts';

const born = 1_000;

const rowOf = (
  batch: number,
  { block = 7, key = 'a', status = 'told' as RowStatus, reissue = 0 } = {},
): Row => ({
  ...quietRow({ block, order: '000001.0000002', key }, status, 0),
  batch,
  reissue,
});

const knownOf = (rows: readonly Row[], abandoned: readonly number[] = []) => {
  const cursor = { born, void: abandoned.map((batch) => ({ batch, to: 7 })) };
  return Object.fromEntries(
    knownTransfers(rows, cursor)
      .entries()
      .map(([key, { batch }]) => [key, batch]),
  );
};

it.each<[string, readonly Row[], readonly number[], Record<string, number>]>([
  [
    'each transfer is known by its key',
    [rowOf(1_001), rowOf(1_001, { key: 'b' })],
    [],
    { a: 1_001, b: 1_001 },
  ],
  ['of the rows of one place the highest batch counts', [rowOf(1_003), rowOf(1_002)], [], { a: 1_003 }],
  ['and of places too', [rowOf(1_002, { block: 9 }), rowOf(1_003, { block: 6 })], [], { a: 1_003 }],
  ['by number, not as text', [rowOf(10_000), rowOf(9_999)], [], { a: 10_000 }],
  [
    'one that was taken back is known',
    [rowOf(1_003, { status: 'reverted' }), rowOf(1_002)],
    [],
    { a: 1_003 },
  ],
  ['a message is no transfer', [rowOf(1_001, { status: 'message' })], [], {}],
  ['rows of an abandoned batch count for nothing', [rowOf(1_003), rowOf(1_002)], [1_003], { a: 1_002 }],
  ['also where it is all there is', [rowOf(1_001)], [1_001, 1_002], {}],
  ['rows of an earlier watch count for nothing', [rowOf(born - 1)], [], {}],
  ['those of the first batch of this one do', [rowOf(born)], [], { a: born }],
  [
    'what moved is where its batch has it',
    [rowOf(1_002, { status: 'moved' }), rowOf(1_002, { block: 6 })],
    [],
    { a: 1_002 },
  ],
])('%s', (_what, rows, abandoned, known) => {
  expect(knownOf(rows, abandoned)).toEqual(known);
  expect(knownOf(rows.toReversed(), abandoned)).toEqual(known);
});

it.each([
  [6, 7],
  [7, 6],
])(
  'what moved from block %i to %i is known in its new block, and by its old one only if just that is read',
  (from, to) => {
    const rows = [rowOf(1_001, { block: from }), rowOf(1_002, { block: from, status: 'moved' })];
    const now = rowOf(1_002, { block: to });
    const placeIn = (some: readonly Row[]) => knownTransfers(some, { born, void: [] }).get('a');
    const inOrder = [...rows, now].sort((a, b) => a.place.block - b.place.block);
    expect(placeIn(inOrder)).toEqual(now);
    expect(placeIn(rows)).toMatchObject({ status: 'moved', place: { block: from } });
  },
);
