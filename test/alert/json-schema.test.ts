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
  it('is what the definitions say; if not: npm run schema', () => {
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(alertJsonSchema())));
  });

  it.each<readonly [string, Alert]>([
    ...alertExamples,
    ...summaryExamples,
    ['spam that its row shows', transferAlert({ verdict: lure, watch: { spam: 'show' } })],
    ['watching from a block on', watchingAlert({}, 1)],
    ['reverted spam', revertedAlert({ verdict: lure })],
    ['poisoning, last paid at nobody knows when', poisoningAlert({ lookalike: { lastPaidAt: null } })],
  ])('accepts every alert, as the definitions do: %s', (_name, alert) => {
    expectValidAlert(JSON.stringify(alert));
    expect(alertSchema.parse(JSON.parse(JSON.stringify(alert)))).toEqual(alert);
  });

  it.each([
    { ...transferAlert(), coin: undefined },
    { ...transferAlert(), type: 'wallet.watching' },
    { ...transferAlert(), extra: 1 },
    { ...transferAlert(), detectedAt: 'yesterday' },
    {
      ...transferAlert(),
      wallet: { ...transferAlert().wallet, address: transferAlert().wallet.address.toUpperCase() },
    },
    { ...transferAlert(), transfer: { ...transferAlert().transfer, amount: '1.50' } },
    { ...transferAlert(), transfer: { ...transferAlert().transfer, amount: 12.5 } },
    { ...revertedAlert(), reverts: undefined },
    { ...revertedAlert(), reverts: '' },
    { ...transferAlert(), reverts: 'a1' },
    { ...digestAlert(), verdict: lure },
    { ...digestAlert(), transfer: transferAlert().transfer },
    { ...digestAlert(), digest: { ...digestAlert().digest, count: 0 } },
    { ...digestAlert(), digest: { ...digestAlert().digest, hidden: undefined } },
    {
      ...digestAlert(),
      digest: { ...digestAlert().digest, largest: Array.from({ length: 6 }, () => transferAlert().transfer) },
    },
    { ...transferAlert(), lookalike: undefined },
    { ...transferAlert(), marked: undefined },
    { ...transferAlert(), others: 0 },
    { ...revertedAlert(), lookalike: undefined },
    { ...revertedAlert(), marked: undefined },
    { ...poisoningAlert(), lookalike: undefined },
    { ...poisoningAlert(), marked: undefined },
    { ...poisoningAlert(), others: undefined },
    { ...poisoningAlert(), others: -1 },
    { ...poisoningAlert(), lookalike: lookalikeOf({ samePrefix: 41 }) },
    { ...poisoningAlert(), transfer: undefined },
  ])('refuses what is no alert (%#)', (alert) => {
    expect(() => expectValidAlert(JSON.stringify(alert))).toThrow();
  });
});

it.each(alertExamples)('%s begins with what it is, whichever alert it is', (_, alert) => {
  const [version, id, type] = Object.keys(alert);
  expect([version, id, type]).toEqual(['version', 'id', 'type']);
});
