import { describe, expect, it } from 'vitest';
import { alertId } from '../../../functions/alert/alert-id.ts';
import { expectValidAlert } from '../../support/alert-schema.ts';
import {
  approvalAlert,
  balanceAlert,
  markedByPolicy,
  treasury,
  unreadableAlert,
  watchingAlert,
} from '../../support/alerts.ts';

it('a watching alert says since when transfers are reported, and when that was seen', () => {
  const alert = watchingAlert({}, 100);
  expectValidAlert(JSON.stringify(alert));
  const times = { since: '2026-01-02T03:04:00.000Z', detectedAt: '2026-01-02T03:04:00.500Z' };
  expect(alert).toMatchObject({ ...times, fromBlock: 100, coin: null, verdict: null });
});

describe('an approval', () => {
  it.each(markedByPolicy)('under the policy %s (%#), verdict %o: marked is %s', (spam, verdict, marked) => {
    expect(approvalAlert({}, { watch: { spam }, verdict }).marked).toBe(marked);
  });

  it('of a whole collection has no amount; any other has one in token units', () => {
    expect(approvalAlert({ of: 'all', value: null }).approval).toMatchObject({ amount: null, value: null });
    const some = approvalAlert({ value: '1500000', unlimited: false });
    expect(some.approval).toMatchObject({ amount: '1.5', value: '1500000' });
  });
});

describe('a balance', () => {
  it('that fell below its floor ends nothing', () => {
    const alert = balanceAlert();
    expectValidAlert(JSON.stringify(alert));
    expect(alert).toMatchObject({ type: 'balance.low', restores: null });
    expect(alert.balance).toMatchObject({ amount: '0.05', value: '50000000000000000' });
  });

  it('that is restored names the alert that it ends, so that a pager resolves it', () => {
    const low = alertId('balance', '0x1', treasury, 'low-at-18000000');
    expect(balanceAlert({ fell: 'low-at-18000000' })).toMatchObject({
      type: 'balance.restored',
      restores: low,
    });
  });
});

it('the reason why an entry can not be read has a maximum length', () => {
  const entry = { transactionHash: null, blockNumber: null, reason: 'x'.repeat(5_000) };
  expect(unreadableAlert({ entry }).entry.reason).toHaveLength(300);
});
