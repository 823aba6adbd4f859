import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('a text too long for any list', () => {
  it.each([
    [
      'word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word ',
      'XMPL',
    ],
    ['Example', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'],
  ])('is found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('overlong-text');
  });

  it.each([
    ['RealToken S 15860 Hartwell St Detroit MI', 'REALTOKEN-S-15860-HARTWELL-ST-DETROIT-MI'],
    ['iPath Series B S&P 500 VIX Short-Term Futures ETN - Dinari', 'VXX.d'],
  ])('is long, but shown: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('overlong-text');
  });
});
