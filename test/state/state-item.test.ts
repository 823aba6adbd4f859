import { describe, expect, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { fromStateItem, toStateItem } from '../../functions/state/state-item.ts';
import { neverPolled, type WalletState } from '../../functions/state/wallet-state.ts';
import { lure, poisoningAlert, transferAlert, watchingAlert } from '../support/alerts.ts';

/** An item as version 0.1 wrote it: deployed tables hold such, and an update must read them. */
const oldItem = {
  wallet: '0x00000000000000000000000000000000000000aa',
  chain: 'eth',
  version: '7',
  start: { since: '2026-01-02T03:04:05.000Z', block: '0', timedTo: 0 },
  block: '18000000',
  seenFrom: '0',
  seen: ['jI7NnNNjibnDAafwveKn2Q.appk0.add166b9.t.0'],
  outbox: [],
  outboxLeasedUntil: '0',
  counterparties: ['0x28c6c06298d514db089934071355e5743bf21d60 2026-01-01T00:00:00.000Z'],
  warnedOf: [],
  failing: null,
  behind: { since: '2026-01-02T03:04:05.000Z', reason: 'r', told: true },
};

describe("a wallet's state", () => {
  it('is read from items of older versions, which lack what was added since', () => {
    expect(fromStateItem(oldItem, 0)).toMatchObject({
      version: 7,
      block: 18_000_000,
      firstTry: null,
      counterparties: [{ address: '0x28c6c06298d514db089934071355e5743bf21d60' }],
      behind: { since: Date.parse('2026-01-02T03:04:05.000Z'), reason: 'r', published: true },
    });
    expect(toStateItem(fromStateItem(oldItem, 0)).behind).toEqual(oldItem.behind);
  });

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

  it('is read without what is no address, which no version wrote', () => {
    const read = fromStateItem(
      { ...oldItem, counterparties: ['nobody '], warnedOf: ['nobody AAAA-_09 ', 'nobody'] },
      0,
    );
    expect(read).toMatchObject({ counterparties: [], warnedOf: new Map() });
  });

  it('leaves to the pages what stands there', () => {
    const paged = fromStateItem(oldItem, 0);
    const seen = new Map([...paged.seen].map(([key, one]) => [key, { ...one, page: 'p' }]));
    expect(toStateItem({ ...paged, seen }).seen).toEqual([]);
  });

  it('comes back from its item as it was', () => {
    const state = fromStateItem(oldItem, 0);
    const tried = { ...neverPolled, version: 1, firstTry: { at: '2026-01-02T03:04:05.000Z', bulk: true } };
    expect(state.anchor).toBeNull();
    const anchored = { ...state, anchor: { block: 17_999_999, minedAt: 1_767_323_045 } };
    for (const one of [state, tried, anchored]) expect(fromStateItem(toStateItem(one), 0)).toEqual(one);
  });

  it('is read with the alerts that an older version left in its outbox: they are told after an update', () => {
    const outbox = [
      { alert: watchingAlert(), marked: true },
      { alert: transferAlert(), marked: false },
      { alert: transferAlert({ verdict: lure, watch: { spam: 'show' } }), marked: false },
      { alert: transferAlert({ verdict: lure, watch: { spam: 'mark' } }), marked: true },
      { alert: poisoningAlert(), marked: true },
    ];
    const written = outbox.map(({ alert, marked }) => ({ alert: asWrittenBefore(alert), marked }));
    const read = fromStateItem({ ...oldItem, outbox: written }, 0);
    expect(read.outbox).toEqual(outbox.map(({ alert }) => ({ alert })));
    const timed = read.outbox.map((one) => ({ ...one, minedAt: '2026-01-02T03:04:05.000Z' }));
    expect(fromStateItem(toStateItem({ ...read, outbox: timed }), 0).outbox).toEqual(timed);
    expect(fromStateItem(toStateItem(read), 0)).toEqual(read);
  });
});

/** The alert's JSON without the fields that alerts had not yet. */
function asWrittenBefore(alert: Alert): string {
  return JSON.stringify(alert, (name, value) =>
    ['marked', 'others'].includes(name) || (value === null && name === 'lookalike') ? undefined : value,
  );
}
