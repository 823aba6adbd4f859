import { type Duplex, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ReplyTooLarge } from '../../transfer/source-errors.ts';

const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The body as it was before a server or a proxy packed it; nobody asked for that, but some do it unasked. One of an
 * unknown coding is left as it is, and is then no JSON.
 * @param coding the Content-Encoding header
 */
export function decodeBody(body: Readable, coding: string | null): Readable {
  const decoder = decoders[coding?.trim().toLowerCase() ?? '']?.();
  if (decoder === undefined) return body;
  // What breaks off is thrown to the one who reads.
  pipeline(body, decoder, () => {});
  return decoder;
}

/**
 * The body as text, counted while it streams in: a server that sends without end is cut off at `maxBytes`. By events: an idle
 * poll is little more than this, and an iterator takes a third of it.
 * @throws ReplyTooLarge beyond `maxBytes`, and whatever the stream fails with.
 */
export function readBody(body: Readable, maxBytes: number): Promise<string> {
  // One growing buffer: a list of chunks of a byte each would take a hundred times the memory. Most replies come in one piece.
  let held: Buffer = Buffer.alloc(0);
  let size = 0;
  body.on('data', (chunk: Buffer) => {
    const needed = size + chunk.length;
    if (needed > maxBytes) {
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
    body.on('end', () => resolve(withoutMark(held.toString('utf8', 0, size))));
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

/** A byte order mark is no part of the text, and JSON.parse takes none. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
