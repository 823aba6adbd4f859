import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  readFlag,
  readHash,
  readInteger,
  readText,
  readTime,
  readWebUrl,
  readWhole,
} from '../../functions/http/read-json.ts';
import { forAll } from '../support/for-all.ts';

const maxUint256 = 2n ** 256n - 1n;

describe('a whole number', () => {
  it.each([
    ['0', 0n],
    [0, 0n],
    ['007', 7n],
    ['1.0', 1n],
    ['1.50e1', 15n],
    ['1e18', 10n ** 18n],
    ['2E+3', 2000n],
    ['1200e-2', 12n],
    ['0e999', 0n],
    ['0.000', 0n],
    [1e21, 10n ** 21n],
    [maxUint256.toString(), maxUint256],
  ])('%j is %s', (value, expected) => {
    expect(readWhole(value, maxUint256)).toBe(expected);
  });

  it.each([
    ...'1.5 1.05 1.50 15e-1 1e-1 0.1 -1 +1 0x10 1,000 1_000 NaN Infinity 1e .5 1. 1e9999 1e78'.split(' '),
    ...['', ' ', '1 ', (maxUint256 + 1n).toString(), '9'.repeat(1_000_000)],
    ...[-1, 1.5, Number.NaN, true, null, undefined, [1], {}],
  ])('%j is none', (value) => {
    expect(readWhole(value, maxUint256)).toBeNull();
  });

  it('has one value, however its decimal point and exponent are written', () =>
    forAll([fc.bigInt({ min: 0n, max: maxUint256 }), fc.nat({ max: 90 })], (value, places) => {
      const digits = value.toString().padStart(places + 1, '0');
      const point = digits.length - places;
      const fraction = places === 0 ? '' : `.${digits.slice(point)}`;
      expect(readWhole(`${digits.slice(0, point)}${fraction}e${places}`, maxUint256)).toBe(value);
    }));

  it('is refused by its length, before millions of digits are converted', () => {
    const convert = vi.spyOn(globalThis, 'BigInt');
    onTestFinished(() => convert.mockRestore());
    expect(readWhole('9'.repeat(8_000_000), maxUint256)).toBeNull();
    expect(convert).not.toHaveBeenCalled();
  });

  it('read as a double is exact, or null', () => {
    expect(readInteger('9007199254740991')).toBe(9007199254740991);
    expect(readInteger('9007199254740992')).toBeNull();
    expect(readInteger('255', 255)).toBe(255);
    expect(readInteger('256', 255)).toBeNull();
    expect(['007', '1e3', '20.0', 0, 20].map((value) => readInteger(value))).toEqual([7, 1_000, 20, 0, 20]);
  });

  it.each(['0x10', '+5', ' 5', '5 ', '1e16', '5.5', 5.5, -5, true, null, undefined, [5]])(
    'is null if it is read as a double: %j',
    (value) => {
      expect(readInteger(value)).toBeNull();
    },
  );
});

it('a hash has 0x and 64 hex digits, in lower case', () => {
  const digits = 'aB'.repeat(32);
  expect(readHash(`0x${digits}`)).toBe(`0x${digits.toLowerCase()}`);
  const others = [digits, `0x${digits}0`, `x0x${digits}`, `0x${digits.slice(1)}`, [`0x${digits}`], null];
  for (const none of others) expect(readHash(none)).toBeNull();
});

it('a text is not empty, and is cut to 20,000 characters', () => {
  expect(['x', 'x'.repeat(20_000)].map(readText)).toEqual(['x', 'x'.repeat(20_000)]);
  expect(readText('x'.repeat(20_001))).toHaveLength(20_000);
  expect(['', null, undefined, 1, true, ['x'], {}].map(readText)).toEqual(Array(7).fill(null));
});

it('a flag is a boolean, or "true" or "false"', () => {
  expect([true, 'true', 'True', ' TRUE '].map(readFlag)).toEqual([true, true, true, true]);
  expect([false, 'false', 'False'].map(readFlag)).toEqual([false, false, false]);
  expect([null, undefined, 0, 1, 'yes', '', {}].map(readFlag)).toEqual(Array(7).fill(null));
});

describe('a time', () => {
  it.each([
    ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.123456Z', '2026-01-02T03:04:05.123Z'],
    ['2026-01-02T01:04:05+02:00', '2026-01-01T23:04:05.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(readTime(text)).toBe(expected);
  });

  it.each([
    '2026',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-13-01T00:00:00+02:00',
    '0001-01-01T00:00:00+02:00',
    '9999-12-31T23:59:59-02:00',
    '',
    '1767322800',
    1767322800,
    ['2026-01-02T03:04:05Z'],
    null,
    {},
  ])('%j is none', (value) => {
    expect(readTime(value)).toBeNull();
  });
});

describe('a web address', () => {
  it('is http or https, in normal form', () => {
    expect(readWebUrl('https://logo.example/a.png')).toBe('https://logo.example/a.png');
    const longest = `https://a.example/${'a'.repeat(1024 - 18)}`;
    expect(readWebUrl(longest)).toBe(longest);
    expect(readWebUrl('HTTP://Logo.example/a b"<')).toBe('http://logo.example/a%20b%22%3C');
    expect(readWebUrl('https://exämple.org/a.png')).toBe('https://xn--exmple-cua.org/a.png');
  });

  it.each([
    'javascript:alert(1)',
    'ipfs://x',
    'xhttps://logo.example/a.png',
    '//logo.example/a',
    '',
    7,
    null,
    `https://a.example/${'a'.repeat(1024)}`,
    `https://a.example/${'é'.repeat(500)}`,
    'https://user:secret@example.org/a.png',
    'https://user@example.org/a.png',
    'https://:secret@example.org/a.png',
    'https://example.org/a)b.png',
    'https://example.org/%zz.png',
    'https://example.org/a.png#b',
    'https://',
  ])('%j is none', (value) => {
    expect(readWebUrl(value)).toBeNull();
  });
});
