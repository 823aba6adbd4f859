import { describe, expect, it } from 'vitest';
import { findChain, knownChains, maxBlocksPerSecond } from '../../../functions/chain/chains.ts';
import { anchorAt, beyond, plausibleThrough } from '../../../functions/poll-wallets/read/plausible-block.ts';
import { describedTransfer } from '../../support/alerts.ts';

const eth = findChain('eth');
const now = Date.parse('2026-01-02T03:00:00.000Z');
const day = 86_400;
/** Blocks a day of Ethereum, at 32 times its pace. */
const perDay = Math.ceil((25 / 300) * 32 * day);
const secondsAgo = (seconds: number) => now / 1_000 - seconds;
const shownAt = (blockNumber: number, secondsBefore: number | null) => ({
  blockNumber,
  blockTimestamp: secondsBefore === null ? null : new Date(now - secondsBefore * 1_000).toISOString(),
});
const nothing = { anchor: null, block: null };

describe('how far a chain can be', () => {
  it('is what the chain can have mined since the anchor, plus ninety days', () => {
    const anchor = { block: 24_000_000, minedAt: secondsAgo(9 * day) };
    expect(plausibleThrough([], { anchor, block: 24_000_000 }, eth, now)).toBe(24_000_000 + perDay * 99);
  });

  it('does not depend on what a read shows, once there is an anchor', () => {
    const anchor = { block: 24_000_000, minedAt: secondsAgo(0) };
    const shown = [shownAt(5, 0), shownAt(9_000_000_000, 0)];
    expect(plausibleThrough(shown, { anchor, block: 24_000_000 }, eth, now)).toBe(24_000_000 + perDay * 90);
  });

  it('rises to the highest of a thousand numbers above it, because then the chain has moved on', () => {
    const anchor = { block: 100, minedAt: secondsAgo(0) };
    const through = 100 + perDay * 90;
    const farthest = (count: number, last: number) => {
      const ahead = Array.from({ length: count }, (_, n) => shownAt(through + 1 + n, null));
      return plausibleThrough(
        [shownAt(5, 0), shownAt(through, 0), ...ahead, shownAt(last, 0)],
        { anchor, block: 100 },
        eth,
        now,
      );
    };
    expect(farthest(999, 7)).toBe(through);
    expect(farthest(1_000, 7)).toBe(through + 1_000);
    expect(farthest(999, through + 5_000)).toBe(through + 5_000);
  });

  it('is the median of the blocks shown if there is no anchor: no single wrong number is the median', () => {
    const low = [shownAt(5, 0), shownAt(23_999_999, 0), shownAt(24_000_000, 0)];
    expect(plausibleThrough(low, nothing, eth, now)).toBe(23_999_999 + perDay * 90);
    expect(plausibleThrough(low.toReversed(), nothing, eth, now)).toBe(23_999_999 + perDay * 90);
    expect(plausibleThrough([...low.slice(1), ...low.slice(0, 1)], nothing, eth, now)).toBe(
      23_999_999 + perDay * 90,
    );
    const high = [shownAt(23_999_000, 0), shownAt(24_000_000, 0), shownAt(9_000_000_000, 0)];
    expect(plausibleThrough(high, nothing, eth, now)).toBe(24_000_000 + perDay * 90);
    expect(plausibleThrough([...high, shownAt(1, null)], nothing, eth, now)).toBe(24_000_000 + perDay * 90);
  });

  it('is ten times what any chain has if nothing is known, or only two numbers, which may both be wrong', () => {
    expect(plausibleThrough([shownAt(1, 0), shownAt(25_000_000, 0)], nothing, eth, now)).toBe(4_000_000_000);
    const through = plausibleThrough([shownAt(9_000_000_000, 0)], nothing, eth, now);
    expect(through).toBe(4_000_000_000);
    expect(plausibleThrough([], nothing, findChain('0xabcdef'), now)).toBe(4_000_000_000);
  });

  it('is never below the stored block', () => {
    expect(plausibleThrough([], { anchor: null, block: 9_000_000_000 }, eth, now)).toBe(9_000_000_000);
  });

  it('is not lowered by a time ahead of our clock', () => {
    const anchor = { block: 100, minedAt: secondsAgo(-5 * day) };
    expect(plausibleThrough([], { anchor, block: 100 }, eth, now)).toBe(100 + perDay * 90);
    expect(plausibleThrough(Array(3).fill(shownAt(100, -5 * day)), nothing, eth, now)).toBe(
      100 + perDay * 90,
    );
  });

  it('leaves room for a chain that becomes twelve times as fast, and for unknown ones at 0.01 s a block', () => {
    for (const chain of knownChains)
      expect(maxBlocksPerSecond(chain)).toBeGreaterThanOrEqual((12 * chain.reorgBlocks) / 300);
    expect(maxBlocksPerSecond(findChain('0xabcdef'))).toBeGreaterThanOrEqual(100);
  });
});

describe('the anchor', () => {
  const before = { block: 50, minedAt: secondsAgo(500) };

  it('is the highest one shown that has a time, up to the stored block', () => {
    const shown = [shownAt(60, 400), shownAt(70, 300), shownAt(80, null), shownAt(90, 100)];
    expect(anchorAt(shown, 85, before, now)).toEqual({ block: 70, minedAt: secondsAgo(300) });
  });

  it('stays if none is higher, and goes if the stored block fell below it', () => {
    expect(anchorAt([shownAt(40, 600)], 85, before, now)).toEqual(before);
    expect(anchorAt([], 49, before, now)).toBeNull();
    expect(anchorAt([shownAt(40, 600)], 49, before, now)).toEqual({ block: 40, minedAt: secondsAgo(600) });
    expect(anchorAt([shownAt(40, 600)], null, before, now)).toBeNull();
  });

  it('was mined no later than now, whatever its time says', () => {
    expect(anchorAt([shownAt(60, -day)], 60, null, now)).toEqual({ block: 60, minedAt: secondsAgo(0) });
  });
});

it('numbers ahead of the chain are named once each', () => {
  const shown = [9, 10, 12, 11, 12].map((blockNumber) => describedTransfer({ blockNumber }));
  expect(beyond(shown, 10)).toEqual([12, 11]);
});
