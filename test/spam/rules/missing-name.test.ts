import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('a missing name', () => {
  it.each([
    ['', 'XMPL'],
    ['Example', ''],
    ['\u200b', 'XMPL'],
    ['Example', '  '],
  ])('is found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('missing-name');
  });

  it.each([
    ['', ''],
    ['Example', 'XMPL'],
    ['\u2211', '\u2211'],
  ])('is not: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('missing-name');
  });
});
