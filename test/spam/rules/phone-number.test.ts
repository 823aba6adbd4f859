import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol = 'XMPL'): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('a telephone number', () => {
  it.each([
    'Support +1 888 555 0123',
    'Support +1.888.555.0123',
    '+1 (888) 555-0123',
    '(888) 555-0123',
    '888-555-0123 Wallet',
    'Call 18885550123',
    'Help +44 20 7946 0958',
    'Support \uff0b\uff11 \uff18\uff18\uff18 \uff15\uff15\uff15 \uff10\uff11\uff12\uff13',
    'Support \u2460\u2467\u2467\u2467\u2464\u2464\u2464\u24ea\u2460\u2461\u2462',
    'call 1-888-GET-HELP',
    '1-800-FLOWERS',
    'Helpline 0800 900 1234',
    'Support +1\u2013888\u2013555\u20130123',
  ])('is found: %s', (name) => {
    expect(rulesFor(name)).toContain('phone-number');
    expect(rulesFor('Example', name)).toContain('phone-number');
  });

  it.each([
    'PT Example 27JUN2024',
    'Example 2024-12-27',
    'Bond 20241227',
    '1,000,000 Example',
    'Index 500 Fund',
    '0x1234567890abcdef',
    'Example v1.2.3',
    '8 800 Coin',
    '1000000000 MOON',
  ])('is none: %s', (name) => {
    expect(rulesFor(name)).not.toContain('phone-number');
  });
});
