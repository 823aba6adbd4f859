import { describe, expect, it } from 'vitest';
import {
  absentTo,
  closableThrough,
  fitToWindow,
  isSettled,
  lowestUnreadable,
} from '../../../functions/poll-wallets/read/rescan-window.ts';
import { neverPolled, type WalletState } from '../../../functions/state/wallet-state.ts';
import type { SeenTransfer } from '../../../functions/transfer/compare-with-seen.ts';
import { describedTransfer, watchOf } from '../../support/alerts.ts';

const { chain } = watchOf();
const now = Date.parse('2026-01-02T03:00:00.000Z');
/** Mined so many seconds ago. */
const minedBefore = (seconds: number) => now / 1_000 - seconds;
const seenAt = (block: number, over: Partial<SeenTransfer> = {}): SeenTransfer => ({
  block,
  blockMark: '0a0b0c0d',
  minedAt: minedBefore(60),
  status: 'published',
  reissue: 0,
  page: null,
  ...over,
});
const seenOf = (...ones: SeenTransfer[]) => new Map(ones.map((one, i) => [`k${i}`, one]));
const stateOf = (over: Partial<WalletState>): WalletState => ({
  ...neverPolled,
  version: 1,
  block: 10_000,
  ...over,
});
const keyed = (key: string, blockNumber: number) => ({ key, transfer: describedTransfer({ blockNumber }) });
const readOf = (
  over: Partial<Parameters<typeof fitToWindow>[3]> = {},
): Parameters<typeof fitToWindow>[3] => ({
  begunAt: now,
  transfers: [],
  closes: false,
  plausibleTo: Number.POSITIVE_INFINITY,
  leapsTo: 0,
  whole: true,
  unreadable: [],
  through: null,
  last: true,
  ...over,
});
const fitted = (seen: WalletState['seen'], state: Partial<WalletState> = {}, read = readOf()) =>
  fitToWindow(seen, stateOf({ ...state, seen }), chain, read);

describe('what was taken back', () => {
  it('is remembered three hundred times, and the oldest is forgotten first', () => {
    const reverted = Array.from({ length: 305 }, (_, n) => seenAt(n + 1, { status: 'reverted' }));
    const { seen } = fitted(seenOf(...reverted));
    expect(Array.from(seen.values(), ({ block }) => block)).toEqual(
      Array.from({ length: 300 }, (_, n) => n + 6),
    );
  });

  it('is remembered however old, beside what is still read again', () => {
    const { seen } = fitted(seenOf(seenAt(1, { status: 'reverted' }), seenAt(2), seenAt(10_000)));
    expect(Array.from(seen.values(), ({ block }) => block)).toEqual([1, 2, 10_000]);
  });
});

describe('what was read when it was five minutes old', () => {
  it('is forgotten, and is not read again', () => {
    const { seen, seenFrom } = fitted(seenOf(seenAt(9_998, { minedAt: minedBefore(300) }), seenAt(9_999)));
    expect(seenFrom).toBe(9_999);
    expect(Array.from(seen.values(), ({ block }) => block)).toEqual([9_999]);
  });

  it.each([
    ['it is a second younger', seenAt(9_998, { minedAt: minedBefore(299) }), readOf()],
    ['its time is not known', seenAt(9_998, { minedAt: null }), readOf()],
    ['it was missing', seenAt(9_998, { minedAt: minedBefore(900), status: 'missing' }), readOf()],
    [
      'something could not be read',
      seenAt(9_998, { minedAt: minedBefore(900) }),
      readOf({ unreadable: [{ blockNumber: 9_999, reason: 'value: none' }] }),
    ],
  ])('is not yet settled where %s', (_why, one, read) => {
    expect(fitted(seenOf(one), {}, read)).toMatchObject({ seenFrom: 0, seen: { size: 1 } });
  });

  it('is settled up to what is missing', () => {
    const old = { minedAt: minedBefore(900) };
    const seen = seenOf(seenAt(9_990, old), seenAt(9_995, { ...old, status: 'missing' }), seenAt(9_999, old));
    expect(fitted(seen).seenFrom).toBe(9_995);
  });

  it('ends the last save of a wallet that is quiet', () => {
    const settled = (over: Partial<WalletState>) => isSettled(stateOf(over), chain, readOf());
    const old = seenAt(10_000, { minedAt: minedBefore(300) });
    expect(settled({ seen: seenOf(old) })).toBe(true);
    expect(settled({ seen: seenOf(old), block: null })).toBe(false);
    expect(settled({ seen: seenOf(old, seenAt(10_000)) })).toBe(false);
    expect(settled({ seen: seenOf(old, seenAt(10_000, { status: 'reverted' })) })).toBe(true);
    expect(settled({ seen: seenOf(old), seenFrom: 10_001 })).toBe(false);
    expect(settled({ seen: seenOf(old), seenFrom: 9_000, denseTo: 9_500 })).toBe(false);
  });
});

describe('dense blocks', () => {
  const old = { minedAt: minedBefore(300) };

  it('are those before the newest three thousand transfers', () => {
    const many = Array.from({ length: 3_002 }, (_, n) => seenAt(6_999 + n));
    const { denseTo, seenFrom } = fitted(seenOf(...many));
    expect({ denseTo, seenFrom }).toEqual({ denseTo: 7_001, seenFrom: 0 });
    expect(fitted(seenOf(...many.slice(2))).denseTo).toBe(0);
  });

  it('have their last look once they are five minutes old, up to the first that is younger', () => {
    const state = { seenFrom: 100, denseTo: 200 };
    const through = (over: Partial<WalletState>) => closableThrough(stateOf({ ...state, ...over }), now);
    expect(through({ seen: seenOf(seenAt(150, old)) })).toBe(199);
    expect(through({ seen: seenOf(seenAt(150, old), seenAt(160)) })).toBe(159);
    expect(through({ seen: seenOf(seenAt(100)) })).toBeNull();
    expect(through({ seen: seenOf(seenAt(160, { status: 'reverted' })) })).toBe(199);
    expect(through({ seen: seenOf(seenAt(99), seenAt(200)) })).toBe(199);
    expect(through({ seen: seenOf(seenAt(160, { minedAt: null })) })).toBe(199);
    expect(through({ seen: seenOf(), denseTo: 100 })).toBeNull();
  });

  it('are settled as far as their last look went, and not beyond them', () => {
    const state = { seenFrom: 100, denseTo: 200 };
    const closing = (through: number, over = {}) =>
      fitted(seenOf(seenAt(150, old)), state, readOf({ closes: true, through, ...over })).seenFrom;
    expect(closing(159)).toBe(160);
    expect(closing(500)).toBe(200);
    expect(closing(159, { last: false })).toBe(100);
    expect(closing(159, { whole: false })).toBe(100);
  });

  it('keep all that is remembered of them until then', () => {
    const { seen } = fitted(seenOf(seenAt(50, old), seenAt(150, old)), { seenFrom: 100, denseTo: 200 });
    expect(Array.from(seen.values(), ({ block }) => block)).toEqual([150]);
  });
});

it('an entry whose block can not be read may be anywhere', () => {
  const entry = (blockNumber: number | null) => ({ blockNumber, reason: 'value: none' });
  expect(lowestUnreadable([])).toBe(Number.POSITIVE_INFINITY);
  expect(lowestUnreadable([entry(7), entry(5)])).toBe(5);
  expect(lowestUnreadable([entry(7), entry(null)])).toBe(0);
});

describe('what is ahead of the chain', () => {
  const ahead = { plausibleTo: 20_000, transfers: [keyed('k0', 9_000_000_000)] };
  const old = { minedAt: minedBefore(300) };

  it.each([
    ['older than the re-scan time', seenAt(9_000_000_000, old), 'suppressed'],
    ['of no known time', seenAt(9_000_000_000, { minedAt: null }), 'suppressed'],
    ['younger', seenAt(9_000_000_000, { minedAt: minedBefore(299) }), 'published'],
    ['missing', seenAt(9_000_000_000, { ...old, status: 'missing' }), 'missing'],
  ])('is remembered, %s, and taken back only while it is young', (_age, one, status) => {
    const { seen } = fitted(seenOf(one), {}, readOf(ahead));
    expect(seen.get('k0')?.status).toBe(status);
  });

  it('leaves what is not shown, and what is no longer ahead, as it is', () => {
    const one = seenAt(9_000_000_000, old);
    expect(fitted(seenOf(one), {}, readOf({ ...ahead, transfers: [] })).seen.get('k0')).toEqual(one);
    const corrected = seenAt(10_000, { minedAt: minedBefore(200) });
    expect(
      fitted(seenOf(corrected), {}, readOf({ ...ahead, transfers: [keyed('k0', 10_000)] })).seen,
    ).toEqual(seenOf(corrected));
  });

  it('keeps no wallet from being settled', () => {
    const seen = seenOf(seenAt(9_000_000_000, { minedAt: null }), seenAt(10_000, old));
    const isDone = (read: typeof ahead) => isSettled(stateOf({ seen }), chain, readOf(read));
    expect(isDone(ahead)).toBe(true);
    expect(isDone({ ...ahead, plausibleTo: 9_000_000_000 })).toBe(false);
  });

  it('is absent only from a read of all that is read again', () => {
    const read = { begins: true, leapsTo: 0, plausibleTo: 20_000 };
    const dense = { seenFrom: 9_000, denseTo: 9_500 };
    const none = { seenFrom: 9_000, denseTo: 9_000 };
    expect(absentTo(read, none)).toBe(Number.POSITIVE_INFINITY);
    expect(absentTo({ ...read, begins: false }, none)).toBe(20_000);
    expect(absentTo({ ...read, leapsTo: 9_500 }, none)).toBe(20_000);
    expect(absentTo(read, dense)).toBe(20_000);
  });
});
