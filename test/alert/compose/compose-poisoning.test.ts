import { describe, expect, it } from 'vitest';
import { expectValidAlert } from '../../support/alert-schema.ts';
import { coinOf, exchange, imitation, lure, poisoningAlert, transferAlert } from '../../support/alerts.ts';

describe('a poisoning warning', () => {
  it('has the transfer in the form of its own alert, and both addresses', () => {
    const parts = { transfer: { coin: coinOf(), from: { address: imitation, label: null } }, verdict: lure };
    const alert = poisoningAlert(parts);
    expectValidAlert(JSON.stringify(alert));
    expect(alert).toEqual({
      ...transferAlert({ ...parts, transfer: { ...parts.transfer, value: 0n } }),
      id: 'p1',
      type: 'wallet.poisoning',
      severity: 'warning',
      lookalike: {
        address: imitation,
        imitates: exchange,
        contact: null,
        lastPaidAt: '2026-01-01T10:00:00.000Z',
        samePrefix: 4,
        sameSuffix: 4,
      },
      others: 0,
      detectedAt: '2026-01-02T03:06:12.345Z',
    });
  });
});
