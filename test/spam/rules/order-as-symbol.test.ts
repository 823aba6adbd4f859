import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('a symbol that is an order', () => {
  it.each([
    ['Example', 'Claim'],
    ['Example', 'Buy Example'],
    ['Example', 'Visit us'],
    ['Example', '$ GET it here'],
  ])('is found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('order-as-symbol');
  });

  it.each([
    ['Example', 'BUY'],
    ['Example', 'SEND'],
    ['Example', 'CLAIMX'],
    ['Example', 'GET'],
    ['Example', 'OPEN'],
  ])('is a name: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('order-as-symbol');
  });
});
