import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, cutText } from '../../functions/text/safe-text.ts';
import { hostileText } from '../alert/hostile-text.ts';
import { invisibleIn } from '../alert/links-in.ts';
import { forAll } from '../support/for-all.ts';

describe('cleanText', () => {
  it.each([
    ['USD Coin', 'USD Coin'],
    ['  USD \t\r\n Coin\u2028', 'USD Coin'],
    ['USD\u00a0\u3000Coin', 'USD Coin'],
    ['US\u200bDC\u2060\ufeff\u00ad', 'USDC'],
    ['\u202eCDSU\u202c', 'CDSU'],
    ['\u2066a\u2069\u061cb\u180ec', 'abc'],
    ['a\u3164\u115f\u1160\uffa0\u2800b', 'ab'],
    ['a\ufe0f\u{e0100}\u{e0041}b', 'ab'],
    ['a\ud800b\udc00c', 'abc'],
    ['a\ue000\u{f0000}\uffff\u0378b', 'ab'],
    ['\u001b[31mred', '[31mred'],
    ['Trésorerie 日本 🚀', 'Trésorerie 日本 🚀'],
    ['\u0301abc \u20ddd', 'abc d'],
    ['claim.xyz', 'claim.xyz'],
  ])('reads %j as %j', (text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  it.each([null, undefined, '', ' \n', '\u200b\u2800', '\u0301'])('leaves nothing of %j', (text) => {
    expect(cleanText(text)).toBeNull();
  });

  it.each([
    ['two marks of a tower of marks', 'z\u0301\u0302\u0303\u0304a\u0301', undefined, 'z\u0301\u0302a\u0301'],
    ['64 characters', 'x'.repeat(65), undefined, 'x'.repeat(64)],
    ['as many as it is told', 'x'.repeat(65), 32, 'x'.repeat(32)],
    [
      'a list of many wallets, of which operations may hear',
      '0xaa '.repeat(5_000),
      25_000,
      '0xaa '.repeat(5_000).trim(),
    ],
    ['no space at the end', `${'x'.repeat(63)} y`, undefined, 'x'.repeat(63)],
    ['no half of a character', `${'x'.repeat(63)}🚀`, undefined, 'x'.repeat(63)],
    ['no letter without its mark', `${'x'.repeat(31)}e\u0301`, 32, 'x'.repeat(31)],
    ['no half of a flag', '🇩🇪'.repeat(40), 30, '🇩🇪'.repeat(7)],
    ['64 code points of one endless grapheme cluster', '\u1100'.repeat(200), undefined, '\u1100'.repeat(64)],
  ])('leaves %s', (_, text, maxLength, left) => expect(cleanText(text, maxLength)).toBe(left));

  it("reads no further than a reasonable name's length: megabytes cost nothing", () => {
    expect(cleanText(`${'\u200b'.repeat(4_000)}USDC`)).toBe('USDC');
    expect(cleanText(`${'\u200b'.repeat(5_000_000)}USDC`)).toBeNull();
  });

  it.each([' ', '\u200b', '\u115f', '\u2800', '\u0301'])(
    'shows what stands behind three thousand of %j, because rules take "USDC … x" for no copy of USDC',
    (padding) => expect(cleanText(`USDC${padding.repeat(3_000)}x`, 32)).toMatch(/^USDC.{0,2}x$/),
  );

  it('gives one line without invisible characters, bounded and stable, for any text', () =>
    forAll(
      [hostileText, fc.constantFrom(32, 64, 300)],
      (text, maxLength) => {
        const cleaned = cleanText(text, maxLength);
        if (cleaned === null) return;
        expect(invisibleIn(cleaned)).toEqual([]);
        expect(cleaned).toMatch(/^\S(.*\S)?$/u);
        expect(cleaned).not.toMatch(/\p{M}{3}|(^| )\p{M}| {2}/u);
        expect(cleaned.length).toBeLessThanOrEqual(maxLength);
        expect(cleaned.isWellFormed()).toBe(true);
        expect(cleanText(cleaned, maxLength)).toBe(cleaned);
      },
      { numRuns: 500 },
    ));

  it('gives equal results for names that look alike', () => {
    expect(cleanText('US\u200dDC\ufe0e')).toBe(cleanText('USDC'));
  });
});

it('a text is cut between characters, and a character without end between code points', () => {
  expect([cutText('👍🏽', 4), cutText('a👍🏽', 4)]).toEqual(['👍🏽', 'a']);
  expect(cutText('\u{111c2}'.repeat(9), 5)).toBe('\u{111c2}'.repeat(2));
});
