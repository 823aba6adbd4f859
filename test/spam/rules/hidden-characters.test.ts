import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('invisible characters between letters', () => {
  it.each([
    ['Exa\u200bmple', 'XMPL'],
    ['Example', 'XM\u2064PL'],
    ['E\ufeffxample', 'XMPL'],
    ['Exam\xadple', 'XMPL'],
  ])('are found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('hidden-characters');
  });

  it.each([
    ['Family \u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'FAM'],
    ['\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', 'FA'],
    ['Example\u200b', 'XMPL'],
    ['1\ufe0f\u20e3 Coin', 'ONE1'],
  ])('are part of an emoji or of Persian, or at the end: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('hidden-characters');
  });
});
