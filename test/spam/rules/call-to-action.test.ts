import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe('a call to action', () => {
  it.each([
    ['Visit us', 'XMPL'],
    ['V1sit us', 'XMPL'],
    ['Cla1m it', 'XMPL'],
    ['C L A I M', 'XMPL'],
    ['You are eligible', 'XMPL'],
    ['Randomly You Won', 'XMPL'],
    ['Congratulations', 'XMPL'],
    ['Send any ETH', 'XMPL'],
    ['Swap your tokens', 'XMPL'],
    ['\u9886\u53d6', 'XMPL'],
    ['\u041f\u043e\u043b\u0443\u0447\u0438\u0442\u0435', 'XMPL'],
    ['Reclama ya', 'XMPL'],
    ['R\xe9clamez', 'XMPL'],
    ['\u53d7\u3051\u53d6\u308b', 'XMPL'],
    ['\uff36\uff29\uff33\uff29\uff34 us', 'XMPL'],
  ])('is found: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain('call-to-action');
  });

  it.each([
    ['Open Simple Token', 'OST'],
    ['Send Token', 'SEND'],
    ['Impossible Decentralized Incubator Access Token', 'IDIA'],
    ['Visitor Coin', 'VIS2'],
    ['Disclaimer', 'DCL'],
    ['Exchange Union', 'XUC'],
    ['Swap', 'SWAP'],
    ['Get Protocol', 'GET'],
    ['Your Mom', 'MOM'],
  ])('is the name of something: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('call-to-action');
  });
});
