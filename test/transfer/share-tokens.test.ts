import { expect, it } from 'vitest';
import { sharingTokens } from '../../functions/transfer/transfer.ts';
import { describedTransfer } from '../support/alerts.ts';

it('transfers of one token share one description of it, page after page, and nothing else', () => {
  const shared = sharingTokens();
  const page = () => [describedTransfer({ value: 1n }), describedTransfer({ value: 2n })];
  const [first, second] = shared(page());
  const [third] = shared(page());
  expect(second?.token).toBe(first?.token);
  expect(third?.token).toBe(first?.token);
  expect([first, second]).toEqual(page());
});

it.each([{ name: 'Other' }, { symbol: 'X' }, { decimals: 7 }, { logo: null }, { verified: false }])(
  'a token that is described otherwise keeps its own description: %o',
  (over) => {
    const shared = sharingTokens();
    shared([describedTransfer()]);
    const [other] = shared([describedTransfer({}, over)]);
    expect(other?.token).toMatchObject(over);
  },
);
