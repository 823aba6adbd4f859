/** The kept length of a string, in bytes. Chainbell needs less: cursors stay below 700 bytes, and texts show 64 characters of a name. */
const maxString = 4_000;

const [quote, backslash, letterU] = [0x22, 0x5c, 0x75];

/**
 * Shortens the long strings of a JSON text that arrives in chunks. The maker of a token chooses its name, and a name of megabytes must
 * not hide other transfers. The returned function takes a chunk, overwrites it, and returns the part to keep.
 */
export function createShortenStrings(): (chunk: Buffer) => Buffer {
  let isInside = false;
  let length = 0;
  /** How many bytes of an escape follow. `first`: the next byte decides. */
  let inEscape: number | 'first' = 0;
  let isKept = true;
  return (chunk) => {
    let size = 0;
    for (const byte of chunk) {
      length += 1;
      if (!isInside) {
        isInside = byte === quote;
        length = 0;
      } else if (inEscape === 'first') {
        inEscape = byte === letterU ? 4 : 0;
      } else if (inEscape > 0) {
        inEscape -= 1;
      } else {
        // The first byte of a character, or of an escape, decides for all of its bytes.
        if ((byte & 0xc0) !== 0x80) isKept = length <= maxString;
        if (byte === backslash) inEscape = 'first';
        if (byte === quote) isInside = false;
        isKept ||= byte === quote;
      }
      if (isKept) chunk[size++] = byte;
    }
    return chunk.subarray(0, size);
  };
}
