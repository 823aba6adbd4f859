/** In bytes. Cursors are the longest strings that are used, below 700 bytes; texts show 64 characters of a name. */
const maxString = 4_000;

const [quote, backslash, letterU] = [0x22, 0x5c, 0x75];

/**
 * Shortens long strings of JSON that comes in chunks: the maker of a token chooses its name, and names of megabytes must hide no
 * transfer. The returned function takes the next chunk, overwrites it, and returns the part that is left.
 */
export function createShortenStrings(): (chunk: Buffer) => Buffer {
  let isInside = false;
  let length = 0;
  /** Bytes of an escape that are still to come; `first`: the next byte says how many. */
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
