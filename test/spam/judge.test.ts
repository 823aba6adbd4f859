import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { allRules, isPublished, judge } from '../../functions/spam/judge.ts';
import { surelyRealContracts } from '../../functions/spam/known-token.ts';
import { spamThreshold, weights } from '../../functions/spam/rule.ts';
import { cleanText } from '../../functions/text/safe-text.ts';
import { describedTransfer, exchange, usdc, watchOf } from '../support/alerts.ts';
import { anyText } from '../support/any-text.ts';
import { forAll } from '../support/for-all.ts';
import { received, ruleExamples, stranger } from './rule-examples.ts';

const said = fc.constantFrom(true, false, null);
const trusting = watchOf({ trustedTokens: new Set([usdc]) });
const tokenText = fc.oneof(fc.string(), anyText(400), fc.constant(null));

function verdictOf(possibleSpam: boolean | null, verified: boolean | null, watch = watchOf()) {
  return judge(describedTransfer({ possibleSpam }, { verified }), watch);
}

describe('spam', () => {
  it("in a genuine token needs the API's flag without verification", () =>
    forAll([said, said], (possibleSpam, verified) => {
      expect(verdictOf(possibleSpam, verified).spam).toBe(possibleSpam === true && verified !== true);
    }));

  it("is no genuine token that left the wallet, whatever the API's flag, unless no value left", () => {
    const sent = (value: bigint) =>
      describedTransfer({ direction: 'out', possibleSpam: true, value }, { verified: null });
    expect([1n, 0n].map((value) => judge(sent(value), watchOf()).spam)).toEqual([false, true]);
  });

  it('is never a token that the row trusts, and the verdict begins with that reason', () => {
    const { spam, reasons } = verdictOf(true, false, trusting);
    expect(spam).toBe(false);
    expect(reasons.map(({ rule }) => rule)).toEqual(['trusted-token', 'flagged-by-api']);
  });

  it('stays spam if the row trusts another token', () => {
    const other = describedTransfer({ possibleSpam: true }, { verified: null });
    const trusted = new Set([describedTransfer().to.address ?? usdc]);
    expect(judge(other, watchOf({ trustedTokens: trusted })).spam).toBe(true);
  });

  it('is never in contracts that a crowded block is searched for: genuine ones, and those that the row trusts', () => {
    const contracts = surelyRealContracts(watchOf({ trustedTokens: new Set([null, stranger]) }));
    expect(contracts).toEqual(expect.arrayContaining([stranger, usdc]));
    expect(contracts).not.toContain(null);
  });

  it("is judged without the verification for the chain's own coin, which has no contract", () => {
    const coin = { address: null, name: 'Ether', symbol: 'ETH', verified: true };
    for (const chain of ['eth', '0x7a69'].map(findChain))
      expect(judge(received(coin), watchOf({ chain }))).toEqual({ spam: false, score: 0, reasons: [] });
  });

  it('is a verified token with two bad signs, but not with one', () => {
    const oneSign = received({ name: 'Example', symbol: 'example.com', verified: true });
    const twoSigns = received({ name: 'Visit @some_helper', symbol: 'example.com', verified: true });
    expect(judge(oneSign, watchOf()).spam).toBe(false);
    expect(judge(twoSigns, watchOf()).spam).toBe(true);
  });

  it.each(['\u200b', ' ', '\t', '\u3164', '\u034f', '\u0301', '\ud800', '\u{e0041}', '\ufdfa', '\u337f'])(
    'is a lure behind so many of %j that people see it and a rule of the first characters does not',
    (padding) => {
      const behind = (text: string, count: number) => `é${padding.repeat(count)} ${text}`;
      const isShown = (count: number) => cleanText(behind('Visit example.com', count))?.includes('Visit');
      for (const count of [12, 30, 60, 120, 300, 3_000].filter(isShown)) {
        const lure = received({ name: behind('Visit example.com', count), symbol: behind('XMPL', count) });
        expect(judge(lure, watchOf()).spam, `${count}`).toBe(true);
      }
      expect(isShown(12)).toBe(true);
    },
  );

  it('is a copy of USDC, though hundreds of invisible characters stand between its letters', () => {
    const symbol = `U${'\u200b'.repeat(300)}SDC`;
    expect(judge(received({ name: symbol, symbol }), watchOf()).spam).toBe(true);
  });

  it('is judged the same whether the wallet seems to receive or to send, because a contract may claim either', () => {
    const lure = received({ name: 'Visit example.com', symbol: 'example.com' });
    expect(judge({ ...lure, direction: 'out' }, watchOf()).spam).toBe(true);
    expect(judge({ ...lure, direction: 'self' }, watchOf()).spam).toBe(true);
  });
});

describe('real money', () => {
  const payroll = { name: 'USD Coin', symbol: 'USDC', decimals: 6 };
  const round = { value: 5_000_000_000n };

  it.each(['Disperse', 'Disperse.app', 'Multisend', 'Batch-Sender: BulkSender', 'Airdrop distributor'])(
    'through a sender labelled %s is not spam, also on a chain without a list of genuine tokens',
    (label) => {
      const from = { address: exchange, label };
      for (const chain of ['0x7a69', 'palm', 'eth', 'fantom']) {
        const watch = watchOf({ chain: findChain(chain) });
        for (const verified of [null, true]) {
          if (verified === null && chain === 'eth') continue;
          expect(judge(received({ ...payroll, verified }, { from, ...round }), watch).spam).toBe(false);
        }
      }
      expect(judge(describedTransfer({ from, ...round }, { verified: null }), watchOf()).spam).toBe(false);
    },
  );

  it('from a reported sender is not spam in a token that no stranger can make up, and the verdict says so', () => {
    const from = { address: exchange, label: 'Fake_Phishing1234' };
    for (const transfer of [
      describedTransfer({ from }, { verified: null }),
      received({ verified: true }, { from, ...round }),
      received({ verified: true, name: 'Example.com' }, { from, ...round }),
    ]) {
      const { spam, reasons } = judge(transfer, watchOf());
      expect(spam).toBe(false);
      expect(reasons.map(({ rule }) => rule)).toContain('reported-sender');
    }
    expect(judge(received({}, { from, ...round }), watchOf()).spam).toBe(true);
  });
});

it('every rule has a weight, and every weight a rule', () => {
  expect(allRules.map(({ name }) => name)).toEqual(Object.keys(weights));
});

it.each([
  ['eth', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
  ['polygon', '0x2791bca1f2de4661ed88a30c99a7a9449aa84174'],
  ['arbitrum', '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8'],
  ['cronos', '0xc21223249ca28397b4b6541dffaecc539bff0c59'],
])('a genuine token on %s is known by its address, older bridged contracts too', (chain, address) => {
  const watch = watchOf({ chain: findChain(chain) });
  const called = { name: 'USD Coin', symbol: 'USDC', decimals: 6 };
  expect(judge(received({ ...called, address: parseAddress(address) }), watch).spam).toBe(false);
  expect(judge(received({ ...called, address: stranger }), watch).spam).toBe(true);
});

describe('a verdict', () => {
  it('is empty if there is no sign of anything', () => {
    expect(verdictOf(null, null)).toEqual({ spam: false, score: 0, reasons: [] });
  });

  it('is empty for a token without texts, as in the rows of 2022', () => {
    const bare = received({ name: null, symbol: null, decimals: null });
    expect(judge(bare, watchOf())).toEqual({ spam: false, score: 0, reasons: [] });
  });

  it('gives its reasons in plain sentences', () => {
    expect(verdictOf(true, false)).toEqual({
      spam: true,
      score: 100,
      reasons: [{ rule: 'flagged-by-api', detail: 'The API flags this token as possible spam.' }],
    });
  });

  it('names the verification, and after it the flag that it outweighs', () => {
    const { score, reasons } = verdictOf(true, true);
    expect(score).toBe(0);
    expect(reasons.map(({ rule }) => rule)).toEqual(['verified-by-api', 'flagged-by-api']);
  });

  it('has its strongest reason first, and the sum of the weights as its score', () => {
    const { spam, score, reasons } = judge(
      received({ name: '! Claim $5,000 at example.com', symbol: 'GO' }),
      watchOf(),
    );
    const counted = reasons.map(({ rule }) => weightOf(rule));
    expect(spam).toBe(true);
    expect(counted).toEqual(counted.toSorted((a, b) => b - a));
    expect(score).toBe(counted.reduce((sum, weight) => sum + weight, 0));
    expect(score).toBeGreaterThanOrEqual(spamThreshold);
  });

  it.each(Object.entries(ruleExamples))(
    'of the kind %s has a fitting score, and is not spam once the row trusts the token',
    (_, { transfer, watch = watchOf() }) => {
      const trustedTokens = new Set([transfer.token.address]);
      const [plain, trusted] = [judge(transfer, watch), judge(transfer, { ...watch, trustedTokens })];
      expect(plain.score >= spamThreshold).toBe(plain.spam);
      expect([trusted.score >= spamThreshold, trusted.spam]).toEqual([false, false]);
    },
  );

  it.each(allRules.map((rule) => [rule.name, rule] as const))('is decided by the rule %s', (name, rule) => {
    const { transfer, watch = watchOf() } = ruleExamples[name];
    const others = allRules.filter((other) => other !== rule);
    const withIt = judge(transfer, watch);
    expect(withIt.reasons.map((reason) => reason.rule)).toContain(name);
    expect(withIt.spam).toBe(weights[name] > 0);
    expect(judge(transfer, watch, others).spam).toBe(!withIt.spam);
  });

  it('hides a transfer only if it is spam and the row hides spam', () => {
    const policies = ['hide', 'mark', 'show'] as const;
    const published = (spam: boolean) => policies.filter((policy) => isPublished({ spam }, { spam: policy }));
    expect([published(true), published(false)]).toEqual([['mark', 'show'], policies]);
  });

  it('is the same every time, for any text; no text of any length throws or takes long', () => {
    forAll([tokenText, tokenText], (name, symbol) => {
      const transfer = received({ name, symbol });
      expect(judge(transfer, watchOf())).toEqual(judge(transfer, watchOf()));
    });
    const began = performance.now();
    for (const text of ['a', ' ', '.', 'a.', '\u200d', '\u0301', 'е', '@', '$1', 'you ']) {
      judge(received({ name: text.repeat(300_000), symbol: text.repeat(300_000) }), watchOf());
    }
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

function weightOf(rule: string): number {
  return new Map<string, number>(Object.entries(weights)).get(rule) ?? Number.NaN;
}
