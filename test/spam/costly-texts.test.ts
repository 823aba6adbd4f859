import { beforeAll, describe, expect, it } from 'vitest';
import { costOf, isAbove, most, warmUp } from '../bench/texts/cost-of-text.ts';

// These are the dearest found; `npm run bench:texts` looks for others among fifty thousand kinds.
beforeAll(() => warmUp(50));

describe("a token's name and symbol", () => {
  it.each([
    ['U+3317', '\u3317'.repeat(256)],
    ['U+3317 behind dots', '.'.repeat(126) + '\u3317'.repeat(130)],
    ['U+3317 and dots spelt out', 'dot\u3317'.repeat(500)],
    ['U+3317 before domains', '\u3317'.repeat(126) + ' dot com'.repeat(130)],
    ['U+FDFA', '\ufdfa'.repeat(4_000)],
    ['Hangul parts', '\u1100'.repeat(4_000)],
  ])('costs little if it grows or sticks together: %s', (_, text) => {
    expect(isAbove(costOf(text, { tries: 25, enough: most }), most)).toBe(false);
  });
});
