import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageAttributes } from '../../functions/alert/attributes.ts';
import {
  approvalAlert,
  approvalEvent,
  balanceAlert,
  describedTransfer,
  digestAlert,
  lure,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  treasury,
  usdc,
  watchingAlert,
} from '../support/alerts.ts';
import { forAll } from '../support/for-all.ts';
import { hostileText } from './hostile-text.ts';
import { invisibleIn } from './links-in.ts';

const string = (value: string) => ({ DataType: 'String', StringValue: value });

describe('message attributes', () => {
  it('name type, severity, wallet, chain, token, direction, verdict, tags and amount', () => {
    expect(messageAttributes(transferAlert())).toEqual({
      type: string('transfer.received'),
      severity: string('info'),
      wallet: string(treasury),
      chain: string('eth'),
      token: string(usdc),
      direction: string('in'),
      verdict: string('ok'),
      tags: { DataType: 'String.Array', StringValue: '["ops"]' },
      amount: { DataType: 'Number', StringValue: '12500.5' },
    });
  });

  it.each([
    ['transfer.reverted', revertedAlert()],
    ['wallet.poisoning', poisoningAlert({ transfer: { value: 12_500_500_000n } })],
  ])('are those of its transfer for a %s', (type, alert) => {
    expect(messageAttributes(alert)).toEqual({
      ...messageAttributes(transferAlert()),
      type: string(type),
      severity: string('warning'),
    });
  });

  it.each([
    ['approval.granted', approvalAlert(), usdc],
    ['balance.low', balanceAlert(), 'native'],
    ['balance.low', balanceAlert({ token: approvalEvent().token }), usdc],
  ])('name the token of %s: %#', (type, alert, token) => {
    expect(messageAttributes(alert)).toMatchObject({ type: string(type), token: string(token) });
  });

  it.each(['in', 'out', 'self'] as const)('of a digest have its direction: %s', (direction) => {
    const transfers = [describedTransfer({ direction }), describedTransfer({ direction, value: 5n })];
    expect(messageAttributes(digestAlert({ transfers }))).toEqual({
      type: string('transfers.digest'),
      severity: string(direction === 'out' ? 'warning' : 'info'),
      wallet: string(treasury),
      chain: string('eth'),
      tags: { DataType: 'String.Array', StringValue: '["ops"]' },
      direction: string(direction),
    });
  });

  it('leave out what does not apply', () => {
    expect(Object.keys(messageAttributes(watchingAlert({ tags: [] })))).toEqual([
      'type',
      'severity',
      'wallet',
      'chain',
    ]);
  });

  it('say what is likely spam', () => {
    expect(messageAttributes(transferAlert({ verdict: lure })).verdict).toEqual(string('spam'));
  });

  it.each([
    [0n, 0, '0'],
    [1n, 5, '0.00001'],
    [1n, 6, undefined],
    [1_000_000_000n, 0, '1000000000'],
    [1_000_000_001n, 0, undefined],
    [100_000_000_000_001n, 5, undefined],
    [99_999_999_999_999n, 5, '999999999.99999'],
    [2n ** 256n - 1n, 0, undefined],
    [1n, null, undefined],
  ])('carry %s at %s decimals as amount %s', (value, decimals, amount) => {
    const attributes = messageAttributes(transferAlert({ transfer: { value }, token: { decimals } }));
    expect(attributes.amount?.StringValue).toBe(amount);
  });

  it('stay valid for SNS whatever a row or a token holds', () =>
    forAll([fc.array(hostileText, { maxLength: 60 }), hostileText], (tags, text) => {
      const attributes = messageAttributes(transferAlert({ watch: { tags }, token: { symbol: text } }));
      for (const { StringValue = '' } of Object.values(attributes)) {
        expect(StringValue).not.toBe('');
        expect(invisibleIn(StringValue)).toEqual([]);
        expect(StringValue.length).toBeLessThan(6_000);
      }
      const list = JSON.parse(attributes.tags?.StringValue ?? '["none"]');
      expect(list.length).toBeGreaterThan(0);
    }));
});
