import { describe, expect, it } from 'vitest';
import { fromStateItem, toStateItem } from '../../functions/wallet/state-item.ts';
import { neverPolled } from '../../functions/wallet/wallet-state.ts';

/** An item as version 0.1 wrote it: deployed tables hold such, and an update must read them. */
const oldItem = {
  wallet: '0x00000000000000000000000000000000000000aa',
  chain: 'eth',
  version: '7',
  start: { since: '2026-01-02T03:04:05.000Z', block: '0', tellAll: false },
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
      behind: { told: true },
    });
  });

  it('comes back from its item as it was', () => {
    const state = fromStateItem(oldItem, 0);
    const tried = { ...neverPolled, version: 1, firstTry: { at: '2026-01-02T03:04:05.000Z', bulk: true } };
    for (const one of [state, tried]) expect(fromStateItem(toStateItem(one), 0)).toEqual(one);
  });
});
