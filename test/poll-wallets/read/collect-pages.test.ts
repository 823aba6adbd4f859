import { describe, expect, it } from 'vitest';
import { collectPages } from '../../../functions/poll-wallets/read/collect-pages.ts';
import type { SourcePage } from '../../../functions/transfer/source.ts';
import { NoSlot, UnreadableReply, UpstreamUnavailable } from '../../../functions/transfer/source-errors.ts';
import { transferIn } from '../../support/reads.ts';

const oddIn = (blockNumber: number) => ({ transactionHash: null, blockNumber, reason: 'value is missing' });

interface Change {
  readonly count?: number;
  /** The position at which an earlier part of the read ended. */
  readonly position?: string;
  /** Thrown in place of the page with this number. */
  readonly fault?: readonly [at: number, error: Error];
  /** The position after the last page that is needed. */
  readonly last?: string;
  /** How many blocks below 100 the page with this number is. */
  readonly depth?: (page: number) => number;
  /** Whether each page has an unreadable entry too. */
  readonly odd?: boolean;
  /** Milliseconds that each page takes; the read has nine seconds. */
  readonly takes?: number;
}

/** Collects pages of the blocks 100, 99 and so on. */
async function collect({
  count = 100,
  position,
  fault,
  last,
  depth = (n) => n,
  odd = true,
  takes = 0,
}: Change) {
  let now = 1_000;
  async function* pages(): AsyncGenerator<SourcePage> {
    for (let n = 0; n < count; n += 1) {
      if (n === fault?.[0]) throw fault[1];
      now += takes;
      const block = 100 - depth(n);
      const next = n === count - 1 ? null : `${n}`;
      yield { transfers: [transferIn(block)], unreadable: odd ? [oddIn(block)] : [], next };
    }
  }
  const clock = { now: () => now };
  const isLast = ({ next }: SourcePage) => next === last;
  const found = await collectPages(pages(), position ?? null, isLast, clock, { deadline: 10_000 });
  const [blocks, entries] = [found.transfers, found.unreadable].map((of) => of.map((one) => one.blockNumber));
  expect(entries).toEqual(odd ? blocks : []);
  return { ...found, blocks };
}

describe('a part of a read', () => {
  const noSlot = new NoSlot('no call left');
  const repeats = (n: number) => Math.min(n, 1);
  const twenty = Array.from({ length: 20 }, (_, n) => 100 - n);
  const ends = { isCutShort: false, waitsFor: null, fault: null };
  const isCut = { isCutShort: true, waitsFor: null };
  const waits = { isCutShort: true, waitsFor: 'no call left' };

  it.each<[string, Change, object]>([
    ['ends with the last page that there is', { count: 3 }, { blocks: [100, 99, 98], next: null, ...ends }],
    ['ends with the last page that is needed', { last: '1' }, { blocks: [100, 99], next: '1', ...ends }],
    ['is cut short after twenty pages', {}, { blocks: twenty, next: '19', ...isCut }],
    ['is not cut short by its last page', { count: 20 }, { blocks: twenty, next: null, ...ends }],
    ['ends with the tenth page without news', { depth: repeats, odd: false }, { next: '11', ...ends }],
    ['goes on while entries can not be read', { depth: repeats }, { next: '19', ...isCut }],
    [
      'goes on while every second page has news',
      { depth: (n) => n >> 1, odd: false },
      { next: '19', ...isCut },
    ],
    ['ends after a third of the time', { takes: 1_001 }, { blocks: [100, 99, 98], next: '2', ...isCut }],
    ['has all of that time', { takes: 1_000 }, { blocks: [100, 99, 98, 97], next: '3', ...isCut }],
    ['has the pages of a plan', { fault: [2, noSlot] }, { blocks: [100, 99], next: '1', ...waits }],
    ['waits at its position', { position: '7', fault: [0, noSlot] }, { blocks: [], next: '7', ...waits }],
  ])('%s', async (_what, change, found) => {
    expect(await collect(change)).toMatchObject(found);
  });

  const away = new UpstreamUnavailable('time-out', null);

  it('has the pages that came before a fault of the source', async () => {
    expect(await collect({ fault: [2, away] })).toMatchObject({ blocks: [100, 99], next: '1', fault: away });
    const broken = new UnreadableReply('the same page again');
    const isCut = { isCutShort: true, fault: broken };
    expect(await collect({ fault: [1, broken] })).toMatchObject({ blocks: [100], next: '', ...isCut });
    const isOver = { isCutShort: false, fault: broken };
    expect(await collect({ depth: () => 0, odd: false, fault: [2, broken] })).toMatchObject({
      next: '1',
      ...isOver,
    });
  });

  it('fails if it has no page, or for any other reason', async () => {
    const died = new Error('the function died');
    for (const fault of [
      [0, noSlot],
      [0, away],
      [2, died],
    ] as const)
      await expect(collect({ fault })).rejects.toBe(fault[1]);
  });
});
