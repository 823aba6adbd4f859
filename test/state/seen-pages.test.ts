import { expect, it } from 'vitest';
import { findChain } from '../../functions/chain/chains.ts';
import { fitToWindow } from '../../functions/poll-wallets/read/rescan-window.ts';
import { loadSeen, writeSeen } from '../../functions/state/seen-pages.ts';
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
