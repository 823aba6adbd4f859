import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Alert, alertSchema } from '../../functions/alert/alert.ts';
import { alertJsonSchema } from '../../lib/alert-json-schema.ts';
import { expectValidAlert } from '../support/alert-schema.ts';
import {
  digestAlert,
  lookalikeOf,
  lure,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  watchingAlert,
} from '../support/alerts.ts';
import { alertExamples, summaryExamples } from '../support/every-alert.ts';

const file = new URL('../../functions/alert/alert.schema.json', import.meta.url);

describe('alert.schema.json', () => {
  it('matches the definitions (npm run schema writes it)', () => {
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(alertJsonSchema())));
  });

  it.each<readonly [string, Alert]>([
    ...alertExamples,
    ...summaryExamples,
    ['spam that its row shows', transferAlert({ verdict: lure, watch: { spam: 'show' } })],
    ['watching from a block on', watchingAlert({}, 1)],
    ['reverted spam', revertedAlert({ verdict: lure })],
    [
      'poisoning that copies an address last paid at an unknown time',
      poisoningAlert({ lookalike: { lastPaidAt: null } }),
    ],
  ])('accepts every alert, as the definitions do: %s', (_name, alert) => {
    expectValidAlert(JSON.stringify(alert));
    expect(alertSchema.parse(JSON.parse(JSON.stringify(alert)))).toEqual(alert);
  });

  const [sent, digest, reverted, poisoning] = [
    transferAlert(),
    digestAlert(),
    revertedAlert(),
    poisoningAlert(),
  ];
  it.each([
    { ...sent, coin: undefined },
    { ...sent, type: 'wallet.watching' },
    { ...sent, extra: 1 },
    { ...sent, detectedAt: 'yesterday' },
    { ...sent, wallet: { ...sent.wallet, address: sent.wallet.address.toUpperCase() } },
    { ...sent, transfer: { ...sent.transfer, amount: '1.50' } },
    { ...reverted, reverts: '' },
    { ...sent, reverts: 'a1' },
    { ...digest, verdict: lure },
    { ...digest, transfer: sent.transfer },
    { ...digest, digest: { ...digest.digest, count: 0 } },
    { ...digest, digest: { ...digest.digest, largest: Array(6).fill(sent.transfer) } },
    { ...sent, lookalike: undefined },
    { ...sent, others: 0 },
    { ...poisoning, others: -1 },
    { ...poisoning, lookalike: lookalikeOf({ samePrefix: 41 }) },
    { ...poisoning, transfer: undefined },
  ])('refuses what is no alert (%#)', (alert) => {
    expect(() => expectValidAlert(JSON.stringify(alert))).toThrow();
  });
});

it.each(alertExamples)('%s begins with the same fields as every alert', (_, alert) => {
  const [version, id, type] = Object.keys(alert);
  expect([version, id, type]).toEqual(['version', 'id', 'type']);
});
