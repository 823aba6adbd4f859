import { describe, expect, it } from 'vitest';
import { collectPages } from '../../../functions/poll-wallets/read/collect-pages.ts';
import type { SourcePage } from '../../../functions/transfer/source.ts';
import { NoSlot, UpstreamUnavailable } from '../../../functions/transfer/source-errors.ts';
import { describedTransfer } from '../../support/alerts.ts';

const pageOf = (block: number, next: string | null): SourcePage => ({
  transfers: [describedTransfer({ blockNumber: block })],
  unreadable: [{ transactionHash: null, blockNumber: block, reason: 'value is missing' }],
  next,
});

interface Change {
  readonly count?: number;
  /** The position at which an earlier part of the read ended. */
  readonly position?: string;
  /** Thrown in place of the page of this number. */
  readonly fault?: { readonly at: number; readonly error: Error };
  readonly isLast?: (page: SourcePage) => boolean;
  /** Milliseconds that each page takes; the read has nine seconds. */
  readonly takes?: number;
}

/** Collects pages of the blocks 100, 99 and so on. */
function collect({ count = 100, position, fault, isLast = () => false, takes = 0 }: Change) {
  let now = 1_000;
  async function* pages(): AsyncGenerator<SourcePage> {
    for (let n = 0; n < count; n += 1) {
      if (n === fault?.at) throw fault.error;
      now += takes;
      yield pageOf(100 - n, n === count - 1 ? null : `${n}`);
    }
  }
  return collectPages(pages(), position ?? null, isLast, { now: () => now }, { deadline: 10_000 });
}

describe('a part of a read', () => {
  it('ends with the last page that there is, newest first', async () => {
    const found = await collect({ count: 3 });
    expect(found).toMatchObject({ next: null, isCutShort: false, waitsFor: null });
    expect(found.transfers.map(({ blockNumber }) => blockNumber)).toEqual([100, 99, 98]);
    expect(found.unreadable.map(({ blockNumber }) => blockNumber)).toEqual([100, 99, 98]);
  });

  it('ends with the last page that is needed', async () => {
    const found = await collect({ isLast: ({ next }) => next === '1' });
    expect(found).toMatchObject({ next: '1', isCutShort: false });
    expect(found.transfers).toHaveLength(2);
  });

  it('is cut short after twenty pages, or after a third of the time', async () => {
    const many = await collect({});
    expect(many).toMatchObject({ next: '19', isCutShort: true, waitsFor: null });
    expect(many.transfers).toHaveLength(20);
    expect((await collect({ takes: 1_000 })).transfers).toHaveLength(4);
    expect((await collect({ takes: 1_001 })).transfers).toHaveLength(3);
    // The last one is no cut.
    expect(await collect({ count: 20 })).toMatchObject({ next: null, isCutShort: false });
  });

  it('counts the pages for which the plan had a call', async () => {
    const found = await collect({ fault: { at: 2, error: new NoSlot('no call left') } });
    expect(found).toMatchObject({ next: '1', isCutShort: true, waitsFor: 'no call left' });
    expect(found.transfers).toHaveLength(2);
  });

  it('waits at its position if the plan has no call left', async () => {
    const fault = { at: 0, error: new NoSlot('no call left') };
    expect(await collect({ position: '7', fault })).toEqual({
      transfers: [],
      unreadable: [],
      next: '7',
      isCutShort: true,
      waitsFor: 'no call left',
    });
    await expect(collect({ fault })).rejects.toThrow(NoSlot);
  });

  it('fails for any other reason', async () => {
    const away = new UpstreamUnavailable('time-out', null);
    await expect(collect({ fault: { at: 2, error: away } })).rejects.toBe(away);
  });
});
