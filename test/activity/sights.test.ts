import { describe, expect, it } from 'vitest';
import type { Scan } from '../../functions/activity/scan-chain.ts';
import { freshMarks, isNews, shownBy } from '../../functions/activity/sights.ts';
import type { Mark } from '../../functions/activity/tail.ts';
import type { Address } from '../../functions/chain/address.ts';
import { walletNumber } from '../support/hinted-world.ts';

const [alice, bob] = [walletNumber(1), walletNumber(2)];
const now = 1_000;

function markOf(wallet: Address, over: Partial<Mark> = {}): Mark {
  return {
    wallet,
    stamp: 'before',
    activeAt: now - 5,
    sentAt: null,
    sureAt: null,
    polledAt: null,
    block: 50,
    ...over,
  };
}

/** A scan of unsure activity: wallets with the blocks that they were seen in. */
const scanOf = (seen: (readonly [Address, readonly number[]])[], rewoundTo: number | null = null) =>
  ({
    seen: new Map(seen.map(([wallet, blocks]) => [wallet, { kind: 'unsure', blocks: new Set(blocks) }])),
    rewoundTo,
  }) as unknown as Scan;

describe('after a re-org', () => {
  const before = (...marks: Mark[]) => new Map(marks.map((mark) => [mark.wallet, mark]));
  const marksAfter = (rewoundTo: number | null, ...marks: Mark[]) =>
    freshMarks(scanOf([], rewoundTo), [], before(...marks), now, 'now');

  it('a wallet is active anew by each kind that it was active by, and by no other', () => {
    const sent = markOf(alice, { sentAt: now - 5, polledAt: now - 4 });
    const sure = markOf(bob, { sureAt: now - 5 });
    const again = { stamp: 'now', activeAt: now, polledAt: null };
    expect(marksAfter(50, sent, sure)).toEqual([
      { ...sent, ...again, sentAt: now },
      { ...sure, ...again, sureAt: now },
    ]);
  });

  it('a wallet that was seen in older blocks alone is left as it is, and all are without one', () => {
    expect(marksAfter(51, markOf(alice))).toEqual([]);
    expect(marksAfter(null, markOf(alice))).toEqual([]);
  });
});

describe('what a scan has shown', () => {
  const shown = (scan: Scan, watched = 10, newcomers: readonly Address[] = []) =>
    shownBy(scan, newcomers, { scanned: { number: 99 } as never }, watched);

  it('are the blocks that a wallet was seen in, in order; of very many all from the first to the last', () => {
    expect(shown(scanOf([[alice, [9, 10, 7]]]))).toEqual([
      {
        wallet: alice,
        spans: [
          [7, 7],
          [9, 9],
          [10, 10],
        ],
      },
    ]);
    const blocks = Array.from({ length: 201 }, (_, n) => 1_200 - n);
    expect(shown(scanOf([[alice, blocks]]))).toEqual([{ wallet: alice, spans: [[1_000, 1_200]] }]);
    expect(shown(scanOf([[alice, blocks.slice(1)]]))[0]?.spans).toHaveLength(200);
  });

  it('is all up to now of a wallet that nobody looked for before', () => {
    expect(shown(scanOf([]), 10, [bob])).toEqual([{ wallet: bob, spans: [[0, 99]] }]);
  });

  it.each([
    [100, 10, 100],
    [101, 10, 1],
    [200, 2_000, 200],
    [201, 2_000, 1],
  ])('of %i wallets that strangers name among %i is written in %i items', (seen, watched, items) => {
    const crowd = Array.from({ length: seen }, (_, n) => [walletNumber(n), [7]] as const);
    expect(shown(scanOf(crowd), watched)).toHaveLength(items);
  });
});

describe('a sight of a wallet', () => {
  const before = markOf(alice);

  it('is written where nothing is known of it, or where its poll was made', () => {
    const again = markOf(alice, { activeAt: now });
    expect(isNews(again, undefined)).toBe(true);
    expect(isNews(again, { ...before, polledAt: now - 1 })).toBe(true);
  });

  it('that waits for its poll is written again after eight minutes, and at once where dearer', () => {
    const at = (activeAt: number, over: Partial<Mark> = {}) =>
      isNews(markOf(alice, { activeAt, ...over }), before);
    expect([at(before.activeAt + 7), at(before.activeAt + 8)]).toEqual([false, true]);
    expect(at(now, { sentAt: now })).toBe(true);
    expect(at(now, { sureAt: now })).toBe(true);
  });
});
