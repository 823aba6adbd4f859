import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { parseJson } from '../../functions/http/read-json.ts';
import { UnreadableReply } from '../../functions/transfer/source-errors.ts';
import { forAll } from '../support/for-all.ts';

describe('numbers in JSON', () => {
  it('are returned as digits if a double would change them', () => {
    const max = (2n ** 256n - 1n).toString();
    const numbers = [max, '9007199254740993', '1.0', '1e18', '1E400', '-0', '1.00000000000000000001'];
    expect(parseJson(`[${numbers.join(', ')}]`)).toEqual(numbers);
  });

  it('stay numbers if a double holds them exactly', () => {
    expect(parseJson('[0, 7, -3, 1.5, 9007199254740991]')).toEqual([0, 7, -3, 1.5, 9007199254740991]);
  });

  it('lose no digit, whatever their size', () =>
    forAll([fc.bigInt({ min: 0n, max: 2n ** 300n })], (value) => {
      expect(String(parseJson(value.toString()))).toBe(value.toString());
    }));
});

describe('malicious JSON', () => {
  it('changes no prototype with a __proto__ key', () => {
    const parsed = parseJson('{"__proto__": {"polluted": 1}, "constructor": 2}');
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    expect(Object.hasOwn({}, 'polluted') || 'polluted' in {}).toBe(false);
  });

  it('is refused when it is deeper than any reply, and never overflows the stack', () => {
    expect(() => parseJson('['.repeat(200_000) + ']'.repeat(200_000))).toThrow(UnreadableReply);
  });

  it('is refused if it holds more than 100,000 values, in well under the seconds that millions would take', () => {
    const list = (length: number) => `[${Array(length).fill('[]').join()}]`;
    expect(() => parseJson(list(100_000))).toThrow(UnreadableReply);
    if (!inject('thorough')) return;
    expect(parseJson(list(99_999))).toHaveLength(99_999);
    // Processor time, because the machine may be busy.
    const before = process.threadCpuUsage();
    expect(() => parseJson(list(700_000))).toThrow(UnreadableReply);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_500);
  });

  it('may hold a very long text: the creators of tokens can not make a page unreadable', () => {
    const name = ',[{"'.repeat(inject('thorough') ? 500_000 : 40_000);
    expect(parseJson(JSON.stringify({ name }))).toEqual({ name });
  });
});

describe('text that is not JSON', () => {
  it.each(['', '{', '{"a": 1', '[1,]', 'undefined', 'NaN', '{"a": 01}'])(
    '%j is an unreadable reply',
    (text) => {
      expect(() => parseJson(text)).toThrow(UnreadableReply);
    },
  );

  it('is called a web page if it is one', () => {
    expect(() => parseJson(' <html>')).toThrow(/web page/);
    expect(() => parseJson('{"a"')).toThrow(/^The reply is 4 characters that are not JSON/);
  });

  it('is not quoted: it may contain anything', () => {
    expect(() => parseJson('{secret')).toThrow(/^(?!.*secret)/);
  });
});
