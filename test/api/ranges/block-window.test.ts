import { describe, expect, it } from 'vitest';
import { narrowed, windowOf } from '../../../functions/api/ranges/block-window.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';

/** Two hundred transfers, four a block, the newest in this one. */
const shownTo = (newest: number) =>
  Array.from({ length: 200 }, (_, n) => ({
    blockNumber: newest - Math.floor(n / 4),
  })) as unknown as Transfer[];

const windowFrom = (block: number, dealtWith: number) =>
  windowOf({
    wallet: `0x${'1'.repeat(40)}` as never,
    chain: findChain('eth'),
    from: { block },
    through: null,
    dealtWith,
    known: () => 0,
    plausibleThrough: () => Number.POSITIVE_INFINITY,
    newestOnly: false,
    unfinished: null,
    notebook: { put: async () => [], read: async () => [] },
  });

describe('a window that was too full', () => {
  it('gives way to one that leaps over all that is far older, in a step that grows', () => {
    const head = 20_000_000;
    const first = narrowed(windowFrom(0, 0), shownTo(head));
    expect(first.through).toBe(head - 49 - 1 - 64 * 50);
    // A storm of so many blocks fills that one too.
    const second = narrowed(first, shownTo(first.through ?? 0));
    const shown = (first.through ?? 0) - 49;
    expect(second.through).toBe(shown - 1 - (head - shown));
  });

  it('gives way to one of half its density where what is dealt with is near', () => {
    expect(narrowed(windowFrom(999_900, 999_925), shownTo(1_000_000)).through).toBe(999_950);
  });
});
