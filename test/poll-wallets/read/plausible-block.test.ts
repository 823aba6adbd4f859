import { describe, expect, it } from 'vitest';
import { findChain, knownChains, maxBlocksPerSecond } from '../../../functions/chain/chains.ts';
import { anchorAt, plausibleThrough } from '../../../functions/poll-wallets/read/plausible-block.ts';
import type { BlockAnchor } from '../../../functions/state/cursor.ts';

const eth = findChain('eth');
const now = Date.parse('2026-01-02T03:00:00.000Z');
const day = 86_400;
/** Blocks a day at 32 times Ethereum's pace. */
const perDay = Math.ceil((25 / 300) * 32 * day);
const secondsAgo = (seconds: number) => now / 1_000 - seconds;
/** A transfer in this block, mined this many seconds ago; null: at an unknown time. */
const shownAt = (blockNumber: number, seconds: number | null = 0) => ({
  blockNumber,
  blockTimestamp: seconds === null ? null : new Date(now - seconds * 1_000).toISOString(),
});
type Shown = ReturnType<typeof shownAt>;
const minedAgo = (block: number, seconds = 0): BlockAnchor => ({ block, minedAt: secondsAgo(seconds) });

/** A read's first numbers: one low and one high that are right, and numbers of which one is wrong. */
const [low, high] = [shownAt(23_999_999), shownAt(24_000_000)];
const anchor = minedAgo(24_000_000);
const any = 4_000_000_000;
const ahead = 100 + perDay * 90;

it.each<[string, readonly Shown[], BlockAnchor | null, number | null, number]>([
  ['what the chain can have mined since the anchor', [], minedAgo(9, 9 * day), 9, 9 + perDay * 99],
  ['that, whatever is shown', [shownAt(5), shownAt(9_000_000_000)], anchor, 7, anchor.block + perDay * 90],
  ['the stored block, if it is higher', [], null, 9_000_000_000, 9_000_000_000],
  ['that of an anchor from the future, as of now', [], minedAgo(100, -5 * day), 100, ahead],
  ['without an anchor the median, of one low', [shownAt(5), low, high], null, null, 23_999_999 + perDay * 90],
  ['that of the median, in whatever order', [high, low, shownAt(5)], null, null, 23_999_999 + perDay * 90],
  ['that of the median, of one high', [low, high, shownAt(any * 2)], null, null, 24_000_000 + perDay * 90],
  ['of timed blocks', [low, high, shownAt(any * 2), shownAt(1, null)], null, null, 24_000_000 + perDay * 90],
  ['of blocks from the future, as of now', Array(3).fill(shownAt(100, -5 * day)), null, null, ahead],
  ['ten times what any chain has, if two numbers may both be wrong', [shownAt(1), high], null, null, any],
  ['ten times what any chain has, if its only number is wrong', [shownAt(9_000_000_000)], null, null, any],
  ['ten times what any chain has, if nothing is known', [], null, null, any],
])('a chain can have reached %s (plus ninety days)', (_what, shown, from, block, through) => {
  expect(plausibleThrough(shown, { anchor: from, block }, eth, now)).toBe(through);
});

it('a chain may become twelve times as fast, and an unknown one may mine a block in 0.01 s', () => {
  for (const chain of knownChains)
    expect(maxBlocksPerSecond(chain)).toBeGreaterThanOrEqual((12 * chain.reorgBlocks) / 300);
  expect(maxBlocksPerSecond(findChain('0xabcdef'))).toBeGreaterThanOrEqual(100);
});

describe('the anchor', () => {
  const before = minedAgo(50, 500);

  it.each<[string, readonly Shown[], number | null, BlockAnchor | null]>([
    ['the highest shown', [shownAt(60, 400), shownAt(70, 300), shownAt(90, 100)], 85, minedAgo(70, 300)],
    ['the highest with a time', [shownAt(60, 400), shownAt(80, null)], 85, minedAgo(60, 400)],
    ['the one before, if none is higher', [shownAt(40, 600)], 85, before],
    ['none, if the stored block fell below it', [], 49, null],
    ['a lower one, if the stored block fell below it', [shownAt(40, 600)], 49, minedAgo(40, 600)],
    ['none without a stored block', [shownAt(40, 600)], null, null],
    ['mined no later than now', [shownAt(60, -day)], 60, minedAgo(60)],
  ])('is %s', (_what, shown, block, next) => {
    expect(anchorAt(shown, block, before, now)).toEqual(next);
  });
});
