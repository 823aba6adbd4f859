import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('a messenger contact', () => {
  it.each([
    ['Example', 't.me/s/example'],
    ['Example', 't .me/s/example'],
    ['@CowHelper', 'COW'],
    ['\u7535\u62a5\u53f7 @someSeller', 'XMPL'],
    ['QQ\u5fae\u4fe1231799955', 'XMPL'],
    ['Telegram: helper_one', 'XMPL'],
    ['Example', 'discord.gg/abc'],
    ['WhatsApp +491701234567', 'XMPL'],
  ])('is found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('messenger');
  });

  it.each([
    ['Telegram Inu', 'TINU'],
    ['Discord', 'DISC'],
    ['mail@example', 'ML'],
    ['@', 'AT'],
    ['QQ Token', 'QQ'],
  ])('is none: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('messenger');
  });
});
