import { describe, expect, it } from 'vitest';
import { lowestMissing, rescanFrom } from '../../../functions/poll-wallets/read/rescan-from.ts';
import { neverPolled, type WalletState } from '../../../functions/state/wallet-state.ts';
import type { SeenTransfer } from '../../../functions/transfer/compare-with-seen.ts';

const seenAt = (block: number, over: Partial<SeenTransfer> = {}): SeenTransfer => ({
  block,
  blockMark: '0a0b0c0d',
  minedAt: 1_767_322_800,
  status: 'published',
  reissue: 0,
  page: null,
  ...over,
});
const seenOf = (...ones: SeenTransfer[]) => new Map(ones.map((one, i) => [`k${i}`, one]));
/** By a wallet whose stored block is 10,000. */
const fromOf = (state: Partial<WalletState>) =>
  rescanFrom({ ...neverPolled, block: 10_000, ...state }, { rescanBlocks: 25 });
const beganAt = (block: number) => ({ since: '2026-01-02T03:00:00.000Z', block, timedTo: 0 });

describe('the next read begins', () => {
  it('the re-scan depth before the stored block, and not before the chain', () => {
    expect(fromOf({})).toBe(9_975);
    expect(fromOf({ block: 10 })).toBe(0);
  });

  it.each<[string, Partial<WalletState>]>([
    ['what is settled', { seenFrom: 9_980 }],
    ['the dense blocks', { denseTo: 9_980 }],
    ['what is too old to be told', { start: beganAt(9_980) }],
  ])('after %s', (_what, state) => {
    expect(fromOf(state)).toBe(9_980);
    expect(fromOf({ ...state, seen: seenOf(seenAt(9_000)) })).toBe(9_980);
  });

  it('where the watch does while there is no stored block, and at no block where all is new', () => {
    expect(fromOf({ block: null, start: beganAt(500) })).toBe(500);
    expect(fromOf({ block: null, start: beganAt(0) })).toBeNull();
    expect(fromOf({ block: null })).toBeNull();
  });

  it('further back where something that was published waits for its last look', () => {
    expect(fromOf({ seen: seenOf(seenAt(9_500), seenAt(9_000), seenAt(9_990)) })).toBe(9_000);
    expect(fromOf({ seen: seenOf(seenAt(9_000, { status: 'missing', minedAt: null })) })).toBe(9_000);
  });

  it.each<[string, Partial<SeenTransfer>]>([
    ['was never told', { status: 'suppressed' }],
    ['was taken back', { status: 'reverted' }],
    ['has no time, and would wait for ever', { minedAt: null }],
  ])('no further back for what %s', (_what, over) => {
    expect(fromOf({ seen: seenOf(seenAt(9_000, over)) })).toBe(9_975);
  });
});

it('the lowest block of what the last read missed is found among all that is remembered', () => {
  const missing = { status: 'missing' } as const;
  expect(lowestMissing(seenOf(seenAt(1), seenAt(9, missing), seenAt(7, missing)))).toBe(7);
  expect(lowestMissing(seenOf(seenAt(1)))).toBe(Number.POSITIVE_INFINITY);
});
