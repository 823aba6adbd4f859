import { expect, it } from 'vitest';
import { alertId, summaryAlertId, unorderedAlertId } from '../../functions/alert/alert-id.ts';
import { exchange, treasury } from '../support/alerts.ts';

it('an id is the same at every retry, in every release', () => {
  expect(alertId('transfer', '0x1', treasury, 'key', 0)).toBe('ec1a5bf890d8bfcf2955a981827d7e4a');
  expect(alertId('watching', '0x1', treasury, '2026-01-02T03:04:00.000Z')).toBe(
    'ee2d455a1b59ec854f0f279784425f69',
  );
});

it('an id differs by kind, chain, wallet, key and incarnation, and by stack and period', () => {
  const ids = [
    alertId('transfer', '0x1', treasury, 'key', 0),
    alertId('transfer', '0x89', treasury, 'key', 0),
    alertId('transfer', '0x1', exchange, 'key', 0),
    alertId('transfer', '0x1', treasury, 'other', 0),
    alertId('transfer', '0x1', treasury, 'key', 1),
    alertId('transfer', '0x1', treasury, 'key","1', 0),
    alertId('transfer', '0x1', treasury, 'key,1', 0),
    alertId('watching', '0x1', treasury, 'key'),
    unorderedAlertId('digest', '0x1', treasury, ['key']),
    unorderedAlertId('digest', '0x1', treasury, ['key', 'other']),
    unorderedAlertId('digest', '0x1', exchange, ['key', 'other']),
    unorderedAlertId('alike', '0x1', treasury, ['key', 'other']),
    summaryAlertId('Chainbell', 'day', '2026-01-05T00:00:00.000Z'),
    summaryAlertId('Chainbell', 'day', '2026-01-06T00:00:00.000Z'),
    summaryAlertId('Chainbell', 'week', '2026-01-05T00:00:00.000Z'),
    summaryAlertId('Second', 'day', '2026-01-05T00:00:00.000Z'),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
});

it('the id of a digest outlives a re-org that changes the order of its transfers', () => {
  const [one, other] = [
    ['b', 'a'],
    ['a', 'b'],
  ].map((keys) => unorderedAlertId('digest', '0x1', treasury, keys));
  expect(one).toBe(other);
});
