import { expect, it } from 'vitest';
import { smsText } from '../../../functions/alert/text/sentence.ts';
import { lookalikeOf, toImitation, transferAlert, usdc } from '../../support/alerts.ts';

it.each([
  ['a token', usdc, ' Call the issuer at once.'],
  ["a chain's own coin, which nobody can freeze", null, ' Call the police at once.'],
])('a payment of %s to an imitation says whom to call', (_what, address, end) => {
  const parts = { transfer: toImitation, lookalike: lookalikeOf(), token: { address } };
  expect(smsText(transferAlert(parts)).endsWith(end)).toBe(true);
});
