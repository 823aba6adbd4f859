import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('a word of two alphabets', () => {
  it.each([
    ['Ex\u0430mple', 'XMPL'],
    ['Example', '\u0425MPL'],
    ['Bridged', 'FOO.\u0435'],
    ['Example', '\u054d\ua4d3X'],
  ])('is found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('mixed-alphabets');
  });

  it.each([
    ['\u0411\u0438\u0442\u043a\u043e\u0438\u043d', 'BTC2'],
    ['Ta\u03c4su', 'TATSU'],
    ['\u0421\u0431\u0435\u0440Coin', 'SBR'],
    ['MATRI\u{1d54f}', 'MTRX'],
    ['\u15ea\u041e', 'DRK'],
    ['Yonk\u014d', 'YNK'],
    ['\u029c\u1d0f\u029f\u1d05', 'HLD'],
  ])('is of one, or plain to see: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('mixed-alphabets');
  });
});
