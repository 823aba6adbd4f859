import fc from 'fast-check';

/** Any Unicode text. The `binary` strings of fast-check first build a table of all code points, which costs each thread 0.6 s. */
export const anyText = (maxLength = 10): fc.Arbitrary<string> =>
  fc
    .array(
      // Without surrogates, which are half a character each.
      fc.integer({ min: 0, max: 0x10f7ff }).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800)),
      { maxLength },
    )
    .map((characters) => characters.join(''));
