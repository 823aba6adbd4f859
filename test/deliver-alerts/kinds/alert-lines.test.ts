import { expect, it } from 'vitest';
import { parseAddress } from '../../../functions/chain/address.ts';
import { alertMessage } from '../../../functions/deliver-alerts/kinds/alert-message.ts';
import { describedTransfer, digestAlert, gold, transferAlert, watchingAlert } from '../../support/alerts.ts';

/** A digest of this many tokens, with one transfer each. */
const digestOf = (count: number) => {
  const addressOf = (i: number) => parseAddress(`0x${String(i + 10).repeat(20)}`);
  const transfers = Array.from({ length: count }, (_, i) =>
    describedTransfer({ value: 1_000_000n }, { ...gold, address: addressOf(i), symbol: `T${i}` }),
  );
  return alertMessage(digestAlert({ transfers, hidden: 1_234 }));
};

it('a chat shows the worth beside the amount only if the price is sure', () => {
  const usd = { amount: '7500.3', price: '0.6', at: '2026-01-02T03:00:00.000Z', confidence: 0.99 };
  const linesOf = (confidence: number) =>
    alertMessage(transferAlert({ transfer: { usd: { ...usd, confidence } } })).lines.join();
  expect(linesOf(0.99)).toContain('Worth: $7,500.30');
  expect(linesOf(0.5)).not.toContain('$');
});

it('a long digest has eight sums, and counts the other transfers', () => {
  const sums = Array.from({ length: 8 }, (_, i) => `Received: 1 T${i} (unverified) (1)`);
  expect(digestOf(8).lines.slice(0, -2)).toEqual(sums);
  expect(digestOf(11).lines.slice(0, -2)).toEqual([...sums, 'Beside these: 3 more']);
});

it('a long digest has a first line of at most 280 characters after its sign', () => {
  const { headline, lines } = digestOf(40);
  expect(headline.length).toBeLessThanOrEqual('🟢 '.length + 280);
  expect(headline).toMatch(/^🟢 Treasury had 40 transfers on eth: received 1 T0.* 3\d more$/);
  // The headline may have no room for it.
  expect(lines).toContain('Hidden: 1,234 more as spam; the History table has them');
});

it('a message with commands says which stack they are for', () => {
  const note = 'Commands for this stack take --stack Second.';
  expect(alertMessage(watchingAlert(), 'Second').lines.at(-1)).toBe(note);
  for (const { lines } of [alertMessage(watchingAlert()), alertMessage(transferAlert(), 'Second')])
    expect(lines).not.toContain(note);
});
