import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('a domain as the name', () => {
  it.each([
    ['Owlswap-example.org', 'OWLT'],
    ['example.com USD', 'EXU'],
    ['ApeCoin-example.com.de', 'APE2'],
    ['Example.io \u2022 USDT', 'EXU'],
  ])('is found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('domain-in-name');
  });

  it.each([
    ['Curve.fi Factory USD Metapool: X', 'X3CRV-f'],
    ['ether.fi BTC', 'eBTC'],
    ['yearn yearn.finance', 'yYFI'],
    ['St. Patrick', 'PAT'],
    ['Version 1.5', 'V15'],
    ['U.S. Dollar Index', 'USDX'],
  ])('is no domain, or a protocol that many tokens are named after: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('domain-in-name');
  });
});
