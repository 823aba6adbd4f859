import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { fromStateItem, toStateItem } from '../../functions/state/state-item.ts';
import { neverPolled, type WalletState } from '../../functions/state/wallet-state.ts';
import {
  digestAlert,
  lookalikeOf,
  lure,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  watchingAlert,
} from '../support/alerts.ts';

const full: WalletState = {
  ...neverPolled,
  version: 7,
  start: { since: '2026-01-02T03:04:05.000Z', block: 0, timedTo: 0 },
  block: 18_000_000,
  anchor: { block: 17_999_999, minedAt: 1_767_323_045 },
  denseTo: 17_999_990,
  seen: new Map(
    (['published', 'missing', 'reverted', 'suppressed'] as const).map((status, reissue) => [
      `key${reissue}`,
      { block: 18_000_000, blockMark: 'add166b9', minedAt: reissue || null, status, reissue, page: null },
    ]),
  ),
  seenPages: ['page'],
  unfinished: { block: 18_000_001, notes: ['note'], position: 'next', unreadable: null },
  outboxLeasedUntil: 1_767_323_045_000,
  failing: { since: 1_767_323_045_000, reason: 'r', published: true },
  behind: { since: 1_767_323_045_000, reason: 's', published: false },
};

describe("a wallet's state", () => {
  it('keeps of an imitation whom it imitates, whether that is proven, and whether it was told', () => {
    const [paid, doubtful] = ['0x28c6c06298d514db089934071355e5743bf21d60', `0x${'ab'.repeat(20)}`].map(
      parseAddress,
    );
    if (paid === undefined || doubtful === undefined) throw new Error('no address');
    const state: WalletState = {
      ...neverPolled,
      version: 1,
      counterparties: [
        { address: paid, lastPaidAt: null, proven: true },
        { address: doubtful, lastPaidAt: null, proven: false },
      ],
      warnedOf: new Map([
        ['AAAA-_09', { imitates: paid, proven: true, told: true }],
        ['AAAA-_08', { imitates: paid, proven: true, told: false }],
        ['AAAA-_07', { imitates: doubtful, proven: false, told: true }],
        ['AAAA-_06', { imitates: paid, proven: true, told: true }],
      ]),
      warnedToday: { day: '2026-01-02', count: 7 },
    };
    expect(fromStateItem(toStateItem(state), 0)).toEqual(state);
  });

  it('is read without what is no address', () => {
    const read = fromStateItem(
      { ...toStateItem(full), counterparties: ['nobody '], warnedOf: ['nobody AAAA-_09 ', 'nobody'] },
      0,
    );
    expect(read).toMatchObject({ counterparties: [], warnedOf: new Map() });
  });

  it('leaves to the pages what stands there', () => {
    const seen = new Map([...full.seen].map(([key, one]) => [key, { ...one, page: 'p' }]));
    expect(toStateItem({ ...full, seen }).seen).toEqual([]);
  });

  it('comes back from its item as it was', () => {
    const tried = { ...neverPolled, version: 1, firstTry: { at: '2026-01-02T03:04:05.000Z', bulk: true } };
    const alerts = [
      watchingAlert(),
      transferAlert({ lookalike: lookalikeOf() }),
      transferAlert({ verdict: lure, watch: { spam: 'show' } }),
      revertedAlert({ verdict: lure, watch: { spam: 'show' } }),
      poisoningAlert({ others: 7 }),
      digestAlert(),
    ];
    const settings = [{ name: 'Spam' as const, values: ['all'] }];
    const outbox = alerts.map((alert, i) =>
      i === 0 ? { alert, settings } : { alert, minedAt: '2026-01-02T03:04:05.000Z' },
    );
    for (const one of [full, tried, { ...full, outbox }])
      expect(fromStateItem(toStateItem(one), 0)).toEqual(one);
  });

  it('is refused where an alert of its outbox is none', () => {
    const alert = JSON.stringify({ ...transferAlert(), id: undefined });
    expect(() => fromStateItem({ ...toStateItem(full), outbox: [{ alert }] }, 0)).toThrow('id');
  });
});
