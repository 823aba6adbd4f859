import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('a word for a gift', () => {
  it.each([
    ['Venus Reward', 'XMPL'],
    ['Rew4rds', 'XMPL'],
    ['Voucher', 'XMPL'],
    ['Bonus', 'XMPL'],
    ['Free tokens', 'XMPL'],
    ['pepedrop.com', 'XMPL'],
    ['\u5956\u52b1', 'XMPL'],
    ['\u0431\u0435\u0441\u043f\u043b\u0430\u0442\u043d\u043e', 'XMPL'],
    ['Gratis', 'XMPL'],
    ['\xd6d\xfcl', 'XMPL'],
  ])('is found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('lure-words');
  });

  it.each([
    ['Freedom', 'FRDM'],
    ['Freeway', 'FWT'],
    ['Dropbox Stock', 'DBX'],
    ['Giftogether', 'GTO'],
    ['Ticketmaster', 'TKM'],
    ['Reclaimer', 'RCL'],
  ])('is part of another word: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('lure-words');
  });
});
