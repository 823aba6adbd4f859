import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageAttributes } from '../../functions/alert/attributes.ts';
import { transferAlert, watchingAlert } from '../support/alerts.ts';
import { forAll } from '../support/for-all.ts';
import { hostileText } from './hostile-text.ts';
import { invisibleIn } from './links-in.ts';

describe('message attributes', () => {
  // The books show the attributes of each kind of alert.
  it('leave out what does not apply', () => {
    const attributes = messageAttributes(watchingAlert({ tags: [] }));
    expect(Object.keys(attributes)).toEqual(['type', 'severity', 'wallet', 'chain']);
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
