import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('marks that catch the eye', () => {
  it.each([
    ['! Example', 'XMPL'],
    ['# Example', 'XMPL'],
    ['#Example', 'XMPL'],
    ['$ Example', 'XMPL'],
    ['@ Example', 'XMPL'],
    ['~ Example', 'XMPL'],
    ['\u2705Example', 'XMPL'],
    ['Example \u{1f381}', 'XMPL'],
  ])('are found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('attention-marks');
  });

  it.each([
    ['$ICONS Token', '$ICONS'],
    ['(PoS) EthLend Token', 'LEND'],
    ['[FCT] FirmaChain Token', 'FCT'],
    ['/treeplanting', 'TREE'],
    ['\u{1f33b}\u1514\u14aa', 'SLUG'],
    ['Penguin Party Fish', '\u{1f41f}'],
    ['GainSpot', 'GAIN$'],
  ])('are part of a name: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('attention-marks');
  });
});
