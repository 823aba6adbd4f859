import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('control characters', () => {
  it.each([
    ['\u202eelpmaxE', 'XMPL'],
    ['Example', 'XMPL'],
    ['Example\u2066', 'XMPL'],
  ])('are found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('text-direction');
  });

  it.each([
    ['Example', 'XMPL'],
    ['\u05e9\u05e7\u05dc', 'ILS2'],
  ])('are not: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('text-direction');
  });
});
