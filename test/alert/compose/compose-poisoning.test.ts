import { describe, expect, it } from 'vitest';
import { expectValidAlert } from '../../support/alert-schema.ts';
import {
  coinOf,
  exchange,
  imitation,
  lookalikeOf,
  lure,
  poisoningAlert,
  transferAlert,
} from '../../support/alerts.ts';
import { forAll } from '../../support/for-all.ts';
import { hostileText } from '../hostile-text.ts';
import { invisibleIn } from '../links-in.ts';

describe('a poisoning warning', () => {
  it('has the transfer as its own alert would have it, and both addresses', () => {
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

  it('passes on no field of the lookalike that the contract lacks', () => {
    const more = { ...lookalikeOf(), seenBefore: true };
    expectValidAlert(JSON.stringify(poisoningAlert({ lookalike: more })));
  });

  it('fits the schema and has nothing invisible in it, whatever others wrote', () =>
    forAll([hostileText, hostileText], (name, detail) => {
      const alert = poisoningAlert({
        watch: { label: name, tags: [detail] },
        transfer: { from: { address: imitation, label: detail } },
        token: { name, symbol: name },
        verdict: { spam: true, score: 1, reasons: [{ rule: 'rule', detail }] },
      });
      const json = JSON.stringify(alert);
      expect(invisibleIn(json)).toEqual([]);
      expectValidAlert(json);
    }));
});
