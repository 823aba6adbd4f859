import { describe, expect, it } from 'vitest';
import { unlink, unlinkOwn } from '../../functions/text/inert-text.ts';
import { cleanText } from '../../functions/text/safe-text.ts';
import { hostileText, hostileTexts } from '../alert/hostile-text.ts';
import { linksIn } from '../alert/links-in.ts';
import { forAll } from '../support/for-all.ts';

describe('unlink', () => {
  it.each([
    ['claim.xyz', 'claim(.)xyz'],
    ['Visit https://claim.xyz/a?b=c now', 'Visit https(:)/claim(.)xyz/a?b=c now'],
    ['claim。xyz', 'claim(.)xyz'],
    ['claim．xyz', 'claim(.)xyz'],
    ['claim․xyz', 'claim(.)xyz'],
    ['claim..xyz', 'claim(..)xyz'],
    ['USDC..e', 'USDC(..)e'],
    ['claim…xyz', 'claim(...)xyz'],
    ['claim⒈com', 'claim1(.)com'],
    ['пример.рф', 'пример(.)рф'],
    ['例え。テスト', '例え(.)テスト'],
    ['.com', '(.)com'],
    ['1.2.3.4', '1(.)2(.)3(.)4'],
    ['1.5.com', '1(.)5(.)com'],
    ['USDC.e.com', 'USDC(.)e(.)com'],
    ['USDC.e/claim', 'USDC(.)e/claim'],
    ['t.me/x', 't(.)me/x'],
    ['www.e', 'www(.)e'],
    ['www.', 'www(.)'],
    ['See claim.xyzhttps:', 'See claim(.)xyzhttps(:)'],
    ['foo@bar.com', 'foo(@)bar(.)com'],
    ['foo＠bar', 'foo(@)bar'],
    ['mailto:a', 'mailto(:)a'],
    ['mailto: a', 'mailto(:) a'],
    ['https:', 'https(:)'],
    ['javascript:alert(1)', 'javascript(:)alert(1)'],
    ['𝐡𝐭𝐭𝐩𝐬:', 'https(:)'],
    ['hxxp://a', 'hxxp(:)/a'],
    ['//evil', '/evil'],
    ['localhost:80/x', 'local(host)(:)80/x'],
    ['yearn.finance', 'yearn(.)finance'],
    ['"claim.xyz.": see', '"claim(.)xyz.": see'],
    ['5.claim.', '5(.)claim.'],
  ])('breaks %j: %j', (text, broken) => {
    expect(unlink(text)).toBe(broken);
  });

  it.each([
    '1.5',
    'decimals, as in 1000.5.',
    'The API answered 401, "Please upgrade your plan.": it is used up.',
    '12,500.5 USDC',
    'Pool 0.05%',
    'v2.0',
    'USDC.e',
    'USDC.e, bridged',
    'Circle Inc.',
    'Circle Inc. (issuer)',
    'Curve: Treasury',
    '3:1',
    'A/B',
    'To the moon…',
    '日本円。',
    'ＵＳＤＴ',
    '@treasury',
    'Trésorerie 🚀',
    'claim(.)xyz',
  ])('leaves %j as it is', (text) => {
    expect(unlink(text)).toBe(text);
  });

  it.each(hostileTexts)('leaves no link in hostile text %#', (text) => {
    expect(linksIn(unlink(cleanText(text, 300) ?? ''))).toEqual([]);
  });

  it('leaves no link in any text, alone or between our own words', () =>
    forAll(
      [hostileText, hostileText],
      (one, two) => {
        const [first, second] = [one, two].map((text) => unlink(cleanText(text, 300) ?? ''));
        expect(linksIn(`${first}`)).toEqual([]);
        expect(linksIn(`12,500.5 ${first} from ${second} on eth. ${first}, ${second}\n${first}`)).toEqual([]);
      },
      { numRuns: 600 },
    ));

  it.each(['.:', '.)', '."', ':.', '@.'])('takes linear time for long texts of %j', (piece) => {
    const begun = performance.now();
    unlink(`${piece.repeat(2_000)}x`);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it.each([
    ['treasury.eth', 'treasury.eth'],
    ['pay.Treasury.ETH, ops.eth.', 'pay(.)Treasury.ETH, ops.eth.'],
    [
      'x.eth.limo a.ethereum b.eth/c d.eth-e.xyz claim.xyz',
      'x(.)eth(.)limo a(.)ethereum b(.)eth/c d(.)eth-e(.)xyz claim(.)xyz',
    ],
  ])("leaves ENS names among the owner's own words: %s", (text, shown) => {
    expect(unlinkOwn(text)).toBe(shown);
    expect(unlink(text)).toBe(text.replaceAll(/\.(?=[a-z])/gi, '(.)'));
  });

  it('is idempotent', () =>
    forAll([hostileText], (text) => {
      const once = unlink(cleanText(text, 300) ?? '');
      expect(unlink(once)).toBe(once);
    }));
});
