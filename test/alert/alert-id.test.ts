import { describe, expect, it } from 'vitest';
import {
  digestAlertId,
  poisoningAlertId,
  revertedAlertId,
  transferAlertId,
  watchingAlertId,
} from '../../functions/alert/alert-id.ts';
import { exchange, treasury } from '../support/alerts.ts';

describe('an alert id', () => {
  it('is the same at every retry, in every release', () => {
    expect(transferAlertId('0x1', treasury, 'key', 0)).toBe('ec1a5bf890d8bfcf2955a981827d7e4a');
    expect(watchingAlertId('0x1', treasury, '2026-01-02T03:04:00.000Z')).toBe(
      'ee2d455a1b59ec854f0f279784425f69',
    );
  });

  it('differs by chain, wallet, transfer and incarnation', () => {
    const ids = [
      transferAlertId('0x1', treasury, 'key', 0),
      transferAlertId('0x89', treasury, 'key', 0),
      transferAlertId('0x1', exchange, 'key', 0),
      transferAlertId('0x1', treasury, 'other', 0),
      transferAlertId('0x1', treasury, 'key', 1),
      transferAlertId('0x1', treasury, 'key","1', 0),
      transferAlertId('0x1', treasury, 'key,1', 0),
      watchingAlertId('0x1', treasury, 'key'),
      revertedAlertId('0x1', treasury, 'key'),
      revertedAlertId('0x1', treasury, 'other'),
      digestAlertId('0x1', treasury, ['key']),
      digestAlertId('0x1', treasury, ['key', 'other']),
      digestAlertId('0x1', exchange, ['key', 'other']),
      poisoningAlertId('0x1', treasury, exchange),
      poisoningAlertId('0x89', treasury, exchange),
      poisoningAlertId('0x1', treasury, treasury),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
  });

  it('of a digest outlives a re-org that changes the order of its transfers', () => {
    expect(digestAlertId('0x1', treasury, ['b', 'a'])).toBe(digestAlertId('0x1', treasury, ['a', 'b']));
  });
});
