import { readFileSync } from 'node:fs';

/**
 * Tens of thousands of texts that an attacker might try: every block of Unicode repeated and mixed with what the
 * rules look for, long grapheme clusters, stacks of marks, and each pair of these parts in several orders.
 */
export function* textKinds(): Generator<string> {
  for (let first = 0; first < 0x110000; first += 128) {
    // The first code point of each half-block and one from its middle; surrogates are not characters.
    for (const point of [first, first + 64 + (first % 61)]) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const character = String.fromCodePoint(point);
      // A sample is enough for the planes without characters.
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

/** Characters that expand when normalised, characters that combine, and what the rules and the link breaking look for. */
const parts: readonly string[] = JSON.parse(
  readFileSync(new URL('../../fixtures/spam/text-parts.json', import.meta.url), 'utf8'),
);
