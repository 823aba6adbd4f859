import { describe, expect, it } from 'vitest';
import type { Scan } from '../../functions/activity/scan/scan-chain.ts';
import { freshMarks, isNews, type Mark } from '../../functions/activity/tail.ts';
import type { Address } from '../../functions/chain/address.ts';
import { walletNumber } from '../support/hinted-world.ts';

const [alice, bob] = [walletNumber(1), walletNumber(2)];
const now = 1_000;

function markOf(wallet: Address, over: Partial<Mark> = {}): Mark {
  return { wallet, stamp: 'before', seenAt: { unsure: now - 5 }, polledAt: null, block: 50, ...over };
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

  it('a wallet is active again in each kind in which it was active, and in no other', () => {
    const sent = markOf(alice, { seenAt: { sent: now - 5, unsure: now - 3 }, polledAt: now - 4 });
    const sure = markOf(bob, { seenAt: { sure: now - 5 } });
    const again = { stamp: 'now', polledAt: null };
    expect(marksAfter(50, sent, sure)).toEqual([
      { ...sent, ...again, seenAt: { sent: now, unsure: now } },
      { ...sure, ...again, seenAt: { sure: now } },
    ]);
  });

  it('a wallet stays active in a block in which it was seen before coin of an older one was read', () => {
    const [mark] = freshMarks(scanOf([[alice, [7]]]), [], new Map([[alice, markOf(alice)]]), now, 'now');
    expect(mark).toMatchObject({ stamp: 'now', block: 50 });
  });

  it('a wallet that was seen only in older blocks stays as it is, and without a re-org all wallets do', () => {
    expect(marksAfter(51, markOf(alice))).toEqual([]);
    expect(marksAfter(null, markOf(alice))).toEqual([]);
  });
});

describe('a sight of a wallet', () => {
  const before = markOf(alice);

  it('is written if nothing is known of it, or if its poll was made', () => {
    const again = markOf(alice, { seenAt: { unsure: now } });
    expect(isNews(again, undefined)).toBe(true);
    expect(isNews(again, { ...before, polledAt: now - 1 })).toBe(true);
  });

  it('is written again after eight minutes while it waits for its poll, and at once if it is dearer', () => {
    const isNewsAt = (seenAt: Mark['seenAt']) => isNews(markOf(alice, { seenAt }), before);
    expect([isNewsAt({ unsure: now + 2 }), isNewsAt({ unsure: now + 3 })]).toEqual([false, true]);
    expect(isNewsAt({ sent: now })).toBe(true);
    expect(isNewsAt({ sure: now })).toBe(true);
  });
});
