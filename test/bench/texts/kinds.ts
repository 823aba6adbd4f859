import { readFileSync } from 'node:fs';

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
const parts: readonly string[] = JSON.parse(
  readFileSync(new URL('../../fixtures/spam/text-parts.json', import.meta.url), 'utf8'),
);
