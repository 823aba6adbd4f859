import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../functions/alert/alert.ts';
import { emailText } from '../../../functions/alert/email/email.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { alertMessage } from '../../../functions/deliver-alerts/kinds/alert-message.ts';
import { describedTransfer, digestAlert, gold, transferAlert } from '../../support/alerts.ts';

describe('a long digest', () => {
  /** This many tokens, with one transfer each. */
  const tokens = (count: number) =>
    digestAlert({
      transfers: Array.from({ length: count }, (_, i) =>
        describedTransfer(
          { value: 1_000_000n },
          { ...gold, address: parseAddress(`0x${String(i + 10).repeat(20)}`), symbol: `T${i}` },
        ),
      ),
    });

  it('has the worth beside the amount, like the email, if its price is sure', () => {
    const usd = { amount: '7500.3', price: '0.6', at: '2026-01-02T03:00:00.000Z', confidence: 0.99 };
    const sure = transferAlert({ transfer: { usd } });
    const doubtful = transferAlert({ transfer: { usd: { ...usd, confidence: 0.5 } } });
    for (const text of [emailText, (alert: Alert) => alertMessage(alert).lines.join('\n')]) {
      expect(text(sure)).toContain('$7,500.30');
      expect(text(doubtful)).not.toContain('$');
    }
  });

  it('has eight sums, and counts the transfers beside these', () => {
    const sumsOf = (count: number) => alertMessage(tokens(count)).lines.slice(0, -1);
    const sums = Array.from({ length: 8 }, (_, i) => `Received: 1 T${i} (unverified) (1)`);
    expect(sumsOf(8)).toEqual(sums);
    expect(sumsOf(11)).toEqual([...sums, 'Beside these: 3 more in']);
  });

  it('has a first line of at most 280 characters behind its mark', () => {
    const { headline } = alertMessage(tokens(40));
    expect(headline.length).toBeLessThanOrEqual('🟢 '.length + 280);
    expect(headline).toMatch(/^🟢 Treasury had 40 transfers on eth: received 1 T0.* 3\d more in$/);
  });
});
