import { expect, it } from 'vitest';
import { approvalAdvice } from '../../../functions/alert/text/approval-texts.ts';
import { approvalAlert } from '../../support/alerts.ts';

it.each([
  ['that does not end', null, 'Whoever was approved can take it at any time, without asking again.'],
  [
    'that ends',
    '2026-02-01T00:00:00.000Z',
    'Whoever was approved can take it until it expires, without asking again.',
  ],
])('an approval %s says how long it lasts', (_what, expires, says) => {
  expect(approvalAdvice(approvalAlert({ of: 'permit2', value: '1', unlimited: false, expires }))).toContain(
    says,
  );
});
