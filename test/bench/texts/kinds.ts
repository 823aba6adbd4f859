/**
 * Texts as an attacker would try them, by tens of thousands: every block of Unicode repeated and mixed with what the
 * rules look for, long grapheme clusters, towers of marks, and each two of the building blocks in several orders.
 */
export function* textKinds(): Generator<string> {
  for (let first = 0; first < 0x110000; first += 128) {
    // The first of each half-block, and one of its middle; surrogates are no characters.
    for (const point of [first, first + 64 + (first % 61)]) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const character = String.fromCodePoint(point);
      // Of the planes without a character a sample will do.
      if (point > 0x32000 && point < 0xe0000 && first % 4096 !== 0) continue;
      yield character.repeat(256);
      yield `a${character}`.repeat(2_048);
      yield `${character}. `.repeat(1_000);
      yield `claim ${character}`.repeat(500);
    }
  }
  for (const one of parts) {
    yield one.repeat(4_096);
    for (const other of parts) {
      yield (one + other).repeat(2_048);
      yield one.repeat(126) + other.repeat(130);
      yield other + one.repeat(600) + other;
    }
  }
}

/** What grows when it is normalised, what sticks together, and what the rules and the link breaking look for. */
const parts = [
  ...[
    '\u3317',
    '\ufdfa',
    '\u0130',
    'ß',
    '①',
    'ａ',
    '（',
    '。',
    '₮',
    '\u{1d5a0}',
    '\u00a8',
    '\u0344',
    '\u{1f190}',
  ],
  ...[
    '\u0301',
    '\u0323',
    '\u200d',
    '\u200b',
    '\u202e',
    '\u00ad',
    '\u{e0041}',
    '\ufe0f',
    '\u0e33',
    '\u0915\u094d',
  ],
  ...[
    '\u1100',
    '\u1161',
    '\u11a8',
    '\uac00',
    '👩‍',
    '\u{1f1e6}',
    '🚀',
    'e\u0301\u0323',
    '\u00b7',
    'a\u00b7',
    '\ud800',
  ],
  ...['а', 'аb', 'Ꭰ', '\u0561', 'ꓮ', 'ꭰ', '\u0627', '\u5f81', '\u3164', '\u2800'],
  ...[
    '.',
    ':',
    '@',
    '/',
    '//',
    '(',
    ')',
    '[',
    '<',
    '$',
    ',',
    '-',
    '_',
    '&',
    '#',
    '!',
    "'",
    '"',
    '\\',
    '\n',
    ' ',
  ],
  ...[
    'www',
    'http:',
    'localhost',
    'a',
    'a ',
    'a.b',
    'x@y',
    '1',
    '1,',
    '0x',
    'rn',
    ' dot com',
    ' . com',
    't me',
  ],
  ...[
    'you ',
    'get ',
    'check ',
    'swap ',
    'send any ',
    'air drop',
    'claim',
    'Amount: ',
    'tg 12345',
    'USDC',
    'U S D C ',
  ],
];
