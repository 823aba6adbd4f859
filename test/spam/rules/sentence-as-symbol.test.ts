import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('a symbol that is a message', () => {
  it.each([
    ['Example', 'HELP ME LEAVE THIS COUNTRY'],
    ['Example', '- SORRY FOR THE TROUBLE'],
  ])('is found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('sentence-as-symbol');
  });

  it.each([
    ['Example', 'PT-ETHx-BbAWeth_BalancerLP Aura-26SEP2024'],
    ['Example', 'ETH BTT-f'],
    ['Example', 'Ape Dog Coin'],
  ])('is a symbol: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('sentence-as-symbol');
  });
});
