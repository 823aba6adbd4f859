import { expect, it } from 'vitest';
import { sharingTokens } from '../../functions/transfer/share-tokens.ts';
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

it('a token that is described otherwise keeps its own description', () => {
  const shared = sharingTokens();
  const [renamed] = [
    ...shared([describedTransfer()]),
    ...shared([describedTransfer({}, { name: 'Other' })]),
  ].slice(1);
  expect(renamed?.token.name).toBe('Other');
});
