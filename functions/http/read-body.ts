import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { ReplyTooLarge } from '../transfer/source-errors.ts';

/** Decompresses a body: some servers compress it unasked. A body of an unknown coding fails as JSON. */
export function decodeBody(body: Readable, coding: string | null): Readable {
  const name = coding?.trim().toLowerCase() ?? '';
  if (!/^(br|(x-)?gzip|deflate)$/.test(name)) return body;
  // The reader of the decoder gets its errors.
  return pipeline(body, name === 'br' ? createBrotliDecompress() : createUnzip(), () => {});
}

/** A body may be this many times larger than `maxBytes` if `shrink` drops enough of it: a hundred names of 90 KB are 9 MB. */
const mostShrunk = 32;

/**
 * Reads the body as text. An iterator in place of events would take a third of an idle poll's time. @param shrink returns the part of
 * a chunk to keep @throws ReplyTooLarge, stream errors
 */
export function readBody(
  body: Readable,
  maxBytes: number,
  shrink = (chunk: Buffer) => chunk,
): Promise<string> {
  // One growing buffer, because a list of one-byte chunks would take a hundred times the memory.
  let held: Buffer = Buffer.alloc(0);
  let size = 0;
  let received = 0;
  body.on('data', (whole: Buffer) => {
    const chunk = shrink(whole);
    const needed = size + chunk.length;
    received += whole.length;
    if (needed > maxBytes || received > maxBytes * mostShrunk) {
      body.destroy(
        new ReplyTooLarge(`The reply is larger than ${maxBytes} bytes, which no page of the API is.`),
      );
    } else if (size === 0) {
      held = chunk;
    } else {
      if (needed > held.length)
        held = grown(held, size, Math.min(Math.max(held.length * 2, needed), maxBytes));
      held.set(chunk, size);
    }
    size = needed;
  });
  return new Promise((resolve, reject) => {
    // JSON.parse refuses a byte order mark.
    body.on('end', () => resolve(held.toString('utf8', 0, size).replace(/^\uFEFF/, '')));
    body.on('error', reject);
    body.on('close', () => {
      if (!body.readableEnded) reject(new Error('the body broke off'));
    });
  });
}

function grown(held: Buffer, size: number, length: number): Buffer {
  const larger = Buffer.allocUnsafe(length);
  larger.set(held.subarray(0, size));
  return larger;
}

/** Longer strings are cut to this many bytes. Chainbell needs fewer: a cursor has at most 700 bytes, and texts show 64 characters of a name. */
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
