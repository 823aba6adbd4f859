import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createShortenStrings } from '../../functions/http/read-body.ts';

/** The JSON that is left of this text, which comes in chunks of `step` bytes. */
function left(text: string, step: number): unknown {
  const bytes = Buffer.from(text);
  const shorten = createShortenStrings();
  const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) =>
    Buffer.from(shorten(bytes.subarray(i * step, (i + 1) * step))),
  );
  return JSON.parse(Buffer.concat(chunks).toString());
}

describe('JSON that comes in chunks', () => {
  it('stays as it is if its strings are short', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 50 }), (text, step) => {
        expect(left(text, step)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['a letter', 'x'],
    ['a character of four bytes', '🚀'],
    ['an escaped quote', '\\"'],
    ['a backslash', '\\\\'],
    ['an escape of six bytes', '\\u0041'],
  ])('loses what follows the first 4,000 bytes of a string, but no part of %s', (_what, one) => {
    const other = { after: '"{\\', value: 1 };
    for (const ahead of ['', 'a', 'ab', 'abc']) {
      const text = `{"name":"${ahead}${one.repeat(5_000)}",${JSON.stringify(other).slice(1)}`;
      const kept = Math.ceil((4_000 - ahead.length) / Buffer.byteLength(one));
      const name = JSON.parse(`"${ahead}${one.repeat(kept)}"`);
      for (const step of [1, 7, 4_001, text.length * 4]) expect(left(text, step)).toEqual({ name, ...other });
    }
  });
});
