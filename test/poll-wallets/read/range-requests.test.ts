import { describe, expect, it } from 'vitest';
import { lastLook, restOf, upToHead } from '../../../functions/poll-wallets/read/range-requests.ts';
import { neverPolled, type WalletState } from '../../../functions/state/wallet-state.ts';
import type { SeenTransfer } from '../../../functions/transfer/compare-with-seen.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { watchOf } from '../../support/alerts.ts';

const watch = watchOf();
const notebook = { put: async () => [], read: async () => [] };
const asking = (state: Partial<WalletState>, over: Partial<Watch> = {}) => ({
  watch: { ...watch, ...over },
  state: () => ({ ...neverPolled, ...state }),
  notebook,
  now: () => Date.parse('2026-01-02T03:20:00.000Z'),
});
const common = { wallet: watch.wallet, chain: watch.chain, notebook };

const start = { since: '2026-01-02T03:10:00.000Z', block: 0, timedTo: 0 };
const firstTry = { at: '2026-01-02T03:05:00.000Z', bulk: false };
const begun = { start, block: 10_000 };

describe('the read up to the head', () => {
  it('begins so many blocks before the stored block as are read again', () => {
    expect(upToHead(asking(begun))).toMatchObject({
      ...common,
      from: { block: 10_000 - watch.chain.rescanBlocks },
      through: null,
      dealtWith: 10_000,
      newestOnly: false,
      unfinished: null,
    });
  });

  it('is of the newest transfers alone where nothing was asked of the wallet before', () => {
    expect(upToHead(asking({}))).toMatchObject({ from: null, dealtWith: 0, newestOnly: true });
  });

  it('of a wallet that never had a transfer has no beginning, and where its first poll failed begins as long before the watch as the API may lag', () => {
    expect(upToHead(asking({ start }))).toMatchObject({ from: null, newestOnly: false });
    expect(upToHead(asking({ start: { ...start, timedTo: null }, firstTry }))).toMatchObject({
      from: { time: new Date('2026-01-02T03:08:00.000Z') },
      newestOnly: false,
    });
  });

  it('begins as long before a first poll that failed as the API may lag', () => {
    expect(upToHead(asking({ firstTry }))).toMatchObject({
      from: { time: new Date('2026-01-02T03:03:00.000Z') },
      newestOnly: false,
    });
  });

  it('begins at the block that the row names, whether or not a poll failed before', () => {
    const fromBlock = { from: { block: 500 }, newestOnly: false };
    expect(upToHead(asking({}, { fromBlock: 500 }))).toMatchObject(fromBlock);
    expect(upToHead(asking({ firstTry }, { fromBlock: 500 }))).toMatchObject(fromBlock);
    expect(upToHead(asking({}, { fromBlock: 0 }))).toMatchObject({ from: { block: 0 }, newestOnly: false });
  });

  it('is no more concerned with that block once the watch has begun', () => {
    expect(upToHead(asking(begun, { fromBlock: 500 }))).toMatchObject({ from: { block: 9_975 } });
    expect(upToHead(asking({ start }, { fromBlock: 500 }))).toMatchObject({ from: null });
  });
});

it('the last look is at all dense blocks up to the one given', () => {
  expect(lastLook(asking({ ...begun, seenFrom: 100, denseTo: 200 }), 159)).toMatchObject({
    ...common,
    from: { block: 100 },
    through: 159,
    dealtWith: 99,
    newestOnly: false,
    unfinished: null,
  });
});

it('the rest of a block is asked for by that block alone, from where its read stopped', () => {
  const unfinished = { block: 10_001, notes: ['n1'], position: 'cursor', unreadable: null };
  expect(restOf(asking(begun), unfinished)).toMatchObject({
    ...common,
    from: { block: 10_001 },
    through: 10_001,
    dealtWith: 10_000,
    newestOnly: false,
    unfinished,
  });
});

describe('what a request says is known', () => {
  const seenAt = (block: number, status: SeenTransfer['status'] = 'published'): SeenTransfer => ({
    block,
    blockMark: '0a0b0c0d',
    minedAt: null,
    status,
    reissue: 0,
    page: null,
  });
  const seenOf = (...ones: SeenTransfer[]) => new Map(ones.map((one, i) => [`k${i}`, one]));

  it('are the transfers from that block on, without those that were taken back', () => {
    const seen = seenOf(seenAt(9), seenAt(10), seenAt(11, 'missing'), seenAt(12, 'reverted'), seenAt(13));
    const { known } = upToHead(asking({ ...begun, seen }));
    expect([known(9), known(10), known(13), known(14)]).toEqual([4, 3, 1, 0]);
  });

  it('is counted anew for each range', () => {
    let state: WalletState = { ...neverPolled, ...begun };
    const { known } = upToHead({ ...asking({}), state: () => state });
    state = { ...state, seen: seenOf(seenAt(10_001)) };
    expect(known(10_000)).toBe(1);
  });
});
