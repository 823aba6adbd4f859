import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('a sum of money', () => {
  it.each([
    ['$5,000', 'XMPL'],
    ['5000$ Gift', 'XMPL'],
    ['5000\uff04', 'XMPL'],
    ['3000 USDT', 'XMPL'],
    ['1,000 eth', 'XMPL'],
    ['$1.5k', 'XMPL'],
  ])('is found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('promised-amount');
  });

  it.each([
    ['Balancer 80 BAL 20 WETH', 'B-80BAL-20WETH'],
    ['Backed ERNA $ Ultrashort Bond', 'bERNA'],
    ['$ZKP Token', '$ZKP'],
    ['SPDR S&P 500', 'SPY2'],
    ['1inch Staked', 'st1INCH'],
  ])('is a number in a name: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('promised-amount');
  });
});
