import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('a link', () => {
  it.each([
    ['Example', 'https://example.com'],
    ['Example', 'hxxps:example.com'],
    ['Go to www.example.com', 'XMPL'],
    ['10USD www example io', 'XMPL'],
    ['Example', 'EXAMPLE.COM'],
    ['Example', 'get at [example.xyz]'],
    ['example\u02f3com', 'XMPL'],
    ['example\u3002com', 'XMPL'],
    ['Example', '\uff45\uff58\uff41\uff4d\uff50\uff4c\uff45\uff0e\uff43\uff4f\uff4d'],
    ['Example', 'example .top'],
    ['Example', 'example[.]com'],
    ['example(.)org', 'XMPL'],
    ['example .org', 'XMPL'],
    ['Example', 'example,com'],
    ['Example', 'e x a m p l e . c o m'],
    ['Example', 'example dot com'],
    ['Example', 'tinyurl.\u200ccom/xyz'],
    ['Example', '<img src=//example.com/3.png>'],
  ])('is found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('link');
  });

  it.each([
    ['Bridged USDC', 'USDC.e'],
    ['Bitcoin', 'BTC.b'],
    ['USD Coin', 'USDC.nE'],
    ['Netflix, Inc. - Dinari', 'NFLX.d'],
    ['SolvBTC Babylon', 'SolvBTC.BBN'],
    ['LQTY-ETH Uni .3%', 'LQTY-ETH.3'],
    ['WWW Token', 'WWW'],
    ['d/acc', 'D/ACC'],
    ['Ratio 1:2', 'V2.0'],
  ])('is not: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('link');
  });
});
