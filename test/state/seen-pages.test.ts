import { describe, expect, it } from 'vitest';
import { findChain } from '../../functions/chain/chains.ts';
import { fitToWindow } from '../../functions/poll-wallets/read/rescan-window.ts';
import { loadSeen, neededPages, readSeen, spillSeen, writeSeen } from '../../functions/state/seen-pages.ts';
import { neverPolled, type WalletState } from '../../functions/state/wallet-state.ts';
import type { SeenTransfer } from '../../functions/transfer/compare-with-seen.ts';

const eth = findChain('eth');
if (eth === null) throw new Error('eth is a chain');
const minedAt = 1_767_225_600;
const seenAt = (block: number, status: SeenTransfer['status'] = 'published'): SeenTransfer => ({
  block,
  blockMark: '0a0b0c0d',
  minedAt,
  status,
  reissue: 0,
  page: null,
});
const page = [writeSeen(['moved', seenAt(1_002)]), writeSeen(['stays', seenAt(1_003)])];
const overflow = { read: async () => [page], put: async () => [] };
/** A re-org moved one of a page to a block that is settled: the item says so, the page does not. */
const state: WalletState = {
  ...neverPolled,
  version: 5,
  block: 1_003,
  seenFrom: 1_002,
  seenPages: ['p'],
  seen: new Map([['moved', seenAt(1_001)]]),
};
const read = {
  begunAt: minedAt * 1_000,
  transfers: [],
  closes: false,
  plausibleTo: Number.POSITIVE_INFINITY,
  leapsTo: 0,
  whole: true,
  unreadable: [],
  through: null,
  last: true,
};

it('an entry of the item stands above that of a page, and stays for as long as the page does', async () => {
  const loaded = await loadSeen(state, overflow as never);
  expect(loaded.seen.get('moved')).toMatchObject({ block: 1_001 });
  expect([...loaded.outdated]).toEqual(['moved']);
  const { seen } = fitToWindow(loaded.seen, loaded, eth, read);
  expect([...seen.keys()].toSorted()).toEqual(['moved', 'stays']);
});

it('so does one that has changed since it was read from its page', async () => {
  const loaded = await loadSeen({ ...state, seen: new Map() }, overflow as never);
  const changed = new Map([...loaded.seen, ['moved', seenAt(1_001, 'reverted')] as const]);
  const { seen, outdated } = fitToWindow(changed, loaded, eth, read);
  expect(outdated.has('moved')).toBe(true);
  expect(seen.get('moved')).toMatchObject({ status: 'reverted' });
});

it.each([
  ['published', 'p'],
  ['missing', 'm'],
  ['reverted', 'r'],
  ['suppressed', 's'],
] as const)('an entry that was %s comes back from its line as it was', (status, letter) => {
  const one = { ...seenAt(1_002, status), reissue: 3, page: 'p' };
  const line = writeSeen(['key', one]);
  expect(line).toBe(`key.ru.0a0b0c0d.${letter}.3.t85s00`);
  expect(readSeen(line, 'p')).toEqual(['key', one]);
  const timeless = { ...one, minedAt: null };
  expect(readSeen(writeSeen(['key', timeless]), 'p')).toEqual(['key', timeless]);
});

it('a page that somebody deleted was never seen, and others are read all the same', async () => {
  const lost = { read: async () => [null, page], put: async () => [] };
  const { seen } = await loadSeen({ ...state, seenPages: ['lost', 'p'], seen: new Map() }, lost);
  expect([...seen.keys()]).toEqual(['moved', 'stays']);
  expect([...seen.values()].map((one) => one.page)).toEqual(['p', 'p']);
});

it('no page is read where there is none', async () => {
  const none = { ...state, seenPages: [] };
  const unread = { read: () => Promise.reject(new Error('read')), put: async () => [] };
  expect(await loadSeen(none, unread)).toBe(none);
});

describe('a state that has seen more than its item holds', () => {
  /** Writes each hundred lines to a page of its own. */
  const paging = {
    read: async () => [],
    put: async (lines: readonly string[]) =>
      Array.from({ length: Math.ceil(lines.length / 400) }, (_, n) => ({
        name: `page ${n}`,
        lines: lines.slice(n * 400, (n + 1) * 400),
      })),
  };
  const stateWith = (count: number, over: (n: number) => Partial<SeenTransfer> = () => ({})) => ({
    ...state,
    seenPages: ['before'],
    seen: new Map(
      Array.from({ length: count }, (_, n) => [`k${n}`, { ...seenAt(9_000 - n), ...over(n) }] as const),
    ),
  });
  const keptIn = (seen: WalletState['seen']) => [...seen].filter(([, one]) => one.page === null);

  it('keeps a thousand in it', async () => {
    const full = stateWith(1_000);
    expect(await spillSeen(full, paging)).toBe(full);
    const paged = stateWith(1_500, (n) => ({ page: n < 500 ? 'before' : null }));
    expect(await spillSeen(paged, paging)).toBe(paged);
  });

  it('moves all but the newest three hundred to pages, and says to which', async () => {
    const { seen, seenPages } = await spillSeen(stateWith(1_001), paging);
    expect(seenPages).toEqual(['before', 'page 0', 'page 1']);
    expect(keptIn(seen).map(([key]) => key)).toEqual(Array.from({ length: 300 }, (_, n) => `k${n}`));
    expect(seen.get('k1000')).toEqual({ ...seenAt(8_000), page: 'page 0' });
    expect(seen.get('k300')).toEqual({ ...seenAt(8_700), page: 'page 1' });
  });

  it('keeps what is missing in its item, for that changes with the next read', async () => {
    const { seen } = await spillSeen(
      stateWith(1_001, (n) => ({ status: n > 990 ? 'missing' : 'published' })),
      paging,
    );
    expect(keptIn(seen)).toHaveLength(310);
    expect(seen.get('k1000')).toMatchObject({ status: 'missing', page: null });
  });

  it('lets go of pages of which nothing is remembered', () => {
    const seen = new Map([
      ['a', { ...seenAt(1), page: 'p2' }],
      ['b', seenAt(2)],
    ]);
    expect(neededPages(seen, ['p1', 'p2', 'p3'])).toEqual(['p2']);
  });
});
