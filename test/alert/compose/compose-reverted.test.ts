import { describe, expect, it } from 'vitest';
import { composeRevertedAlert } from '../../../functions/alert/compose/compose-transfer.ts';
import { expectValidAlert } from '../../support/alert-schema.ts';
import { coinOf, lookalikeOf, lure, transferAlert } from '../../support/alerts.ts';

describe('the alert of a transfer that the chain dropped', () => {
  it('repeats the alert that it takes back, and names its id', () => {
    const takenBack = transferAlert({
      watch: { spam: 'show' },
      transfer: { coin: coinOf() },
      verdict: lure,
      lookalike: lookalikeOf(),
      id: 'told',
    });
    expect(takenBack).toMatchObject({ lookalike: { address: lookalikeOf().address }, marked: false });
    const alert = composeRevertedAlert({ takenBack, id: 'r1', detectedAt: '2026-01-02T03:06:00.000Z' });
    expectValidAlert(JSON.stringify(alert));
    expect(alert).toEqual({
      ...takenBack,
      id: 'r1',
      type: 'transfer.reverted',
      severity: 'warning',
      reverts: 'told',
      detectedAt: '2026-01-02T03:06:00.000Z',
    });
  });

  it('does not say how long the wallet was dormant, because nothing has left it', () => {
    const takenBack = { ...transferAlert({ transfer: { direction: 'out' } }), dormantDays: 90 };
    const alert = composeRevertedAlert({ takenBack, id: 'r1', detectedAt: '2026-01-02T03:06:00.000Z' });
    expectValidAlert(JSON.stringify(alert));
  });
});
