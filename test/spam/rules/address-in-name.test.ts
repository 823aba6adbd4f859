import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('an address in the text', () => {
  it.each([
    ['0x912ce59144191c1204e64559fe8253a0e49e6548', 'XMPL'],
    ['Arbitrage (0x912CE59144191C1204E6455...', 'XMPL'],
  ])('is found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('address-in-name');
  });

  it.each([
    ['0xBitcoin Token', '0xBTC'],
    ['0x Protocol Token', 'ZRX'],
    ['0xGrok', '0xGrok'],
  ])('is a name with 0x in it: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('address-in-name');
  });
});
