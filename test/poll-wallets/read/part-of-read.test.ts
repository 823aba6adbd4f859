import { describe, expect, it } from 'vitest';
import type { Collected } from '../../../functions/poll-wallets/read/collect-pages.ts';
import {
  aboveAll,
  aboveBlock,
  belowBlock,
  endsOf,
  isCovered,
  type ReadBefore,
  toPollRead,
} from '../../../functions/poll-wallets/read/part-of-read.ts';
import { throughBlock } from '../../../functions/poll-wallets/read/poll-read.ts';
import { placeOf } from '../../../functions/state/place.ts';
import { describedTransfer, watchOf } from '../../support/alerts.ts';
import { begunCursor, longRead, transferIn } from '../../support/reads.ts';

const begunAt = Date.parse('2026-01-02T03:10:00.000Z');
const plausibleTo = 4_000_000_000;
const cursor = begunCursor({ settled: 10 });
const transfers = [transferIn(14), transferIn(12)];
const ends = endsOf(transfers, plausibleTo);

/** A part of a read that shows two transfers, continues below them, and was cut short; by default the first part. */
function part(shown: Partial<Collected> = {}, over: Partial<ReadBefore> = {}) {
  const collected = {
    transfers,
    unreadable: [],
    next: 'p1',
    isCutShort: true,
    waitsFor: null,
    fault: null,
    ...shown,
  };
  const first = { ...longRead({ begunAt }), position: null, below: null };
  return toPollRead(collected, { ...first, ...over }, { chain: watchOf().chain, cursor, known: new Map() });
}
const end = { next: null, isCutShort: false };
const empty = { transfers: [] };
const later = { position: 'p0', below: 20 };

describe('a part of a read', () => {
  it('is the last one if the source ends, or if it reached known rows', () => {
    expect(part(end)).toMatchObject({ reading: null, isEnded: true });
    expect(part({ isCutShort: false })).toMatchObject({ reading: null, isEnded: false });
  });

  it('stores no position of more than 700 characters', () => {
    expect(part({ next: 'p'.repeat(700) }).reading?.position).toHaveLength(700);
    expect(part({ next: 'p'.repeat(701) }).reading?.position).toBe('');
  });

  it.each<[string, Parameters<typeof part>, ReturnType<typeof part>['covers']]>([
    ['between its transfers', [{}, later], { from: ends?.bottom ?? '', to: ends?.top ?? '' }],
    ['above them, if it is the first', [], { from: ends?.bottom ?? '', to: aboveBlock(plausibleTo) }],
    ['below them, if it is the last', [end, later], { from: aboveBlock(10), to: ends?.top ?? '' }],
    ['everywhere, if it is the only one', [end], { from: aboveBlock(10), to: aboveAll }],
    ['above known rows', [{ isCutShort: false }], { from: ends?.bottom ?? '', to: aboveBlock(plausibleTo) }],
    ['below the one before', [{ ...end, ...empty }, later], { from: aboveBlock(10), to: belowBlock(20) }],
    [
      'nowhere, if no part shows anything',
      [
        { ...end, ...empty },
        { ...later, below: null },
      ],
      null,
    ],
    ['nowhere, if it shows nothing and goes on', [empty, later], null],
  ])('proves absence %s', (_where, of, covers) => {
    expect(part(...of).covers).toEqual(covers);
  });

  it('is complete up to the highest block that it shows, ignoring numbers ahead of the chain', () => {
    const ahead = transferIn(plausibleTo + 1);
    const blocks = [end, { ...end, transfers: [ahead, ...transfers] }, { ...end, ...empty }, {}];
    expect(blocks.map((shown) => throughBlock(part(shown)))).toEqual([14, 14, -1, -1]);
  });
});

describe('the range that a part of a read covers', () => {
  const at = (blockNumber: number, transactionIndex: number, logIndex = 0) =>
    describedTransfer({ blockNumber, transactionIndex, logIndex });
  /** Of these places (block/transaction), the ones that a read of these transfers covers. */
  const spokenFor = (listed: readonly ReturnType<typeof at>[], places: string) => {
    const { bottom = '', top = '' } = endsOf(listed, 9) ?? {};
    const isShown = (place: string) => {
      const [block = 0, transaction = 0] = place.split('/').map(Number);
      return isCovered({ from: bottom, to: top }, placeOf('k', at(block, transaction)));
    };
    return places.split(' ').filter(isShown).join(' ');
  };

  it('is between its first and its last transaction, also inside a block', () => {
    const listed = [at(4_000_000_000, 1), at(9, 8, 1), at(9, 7, 5), at(9, 7, 4), at(9, 3)];
    expect(spokenFor(listed, '8/5 9/2 9/3 9/5 9/7 9/8 10/5')).toBe('9/5 9/7');
  });

  it('leaves out the first and last block if the source lists in another order', () => {
    expect(spokenFor([at(7, 1), at(9, 3), at(9, 8), at(5, 2)], '5/5 6/5 8/5 9/5')).toBe('6/5 8/5');
  });

  it('is empty if it shows no transfer', () => {
    expect(endsOf([], 1_000)).toBeNull();
  });
});
