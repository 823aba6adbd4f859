import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('a giveaway', () => {
  it.each([
    ['Example Airdrop', 'XMPL'],
    ['AIR DROP', 'XMPL'],
    ['Airdr0p', 'XMPL'],
    ['Giveaway', 'XMPL'],
    ['Raffle', 'XMPL'],
    ['Mystery Box', 'XMPL'],
    ['\u7a7a\u6295', 'XMPL'],
    ['\uc5d0\uc5b4\ub4dc\ub78d', 'XMPL'],
  ])('is found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('giveaway');
  });

  it.each([
    ['Airbnb Stock', 'ABNB'],
    ['Drop', 'DRP'],
    ['Box Token', 'BOX'],
    ['Reward Token', 'RWD'],
  ])('is none: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('giveaway');
  });
});
