import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { UnreadableReply } from '../../transfer/source-errors.ts';

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & AsyncIterable<Buffer>>> = {
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
export function decodeBody(body: Readable, coding: string | null): AsyncIterable<Buffer> {
  const decoder = decoders[coding?.trim().toLowerCase() ?? '']?.();
  if (decoder === undefined) return body;
  // What breaks off is thrown to the one who reads.
  pipeline(body, decoder, () => {});
  return decoder;
}

/**
 * The body as text, counted while it streams in: a server that sends without end is cut off at `maxBytes`.
 * @throws UnreadableReply beyond `maxBytes`, and whatever the stream fails with.
 */
export async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  // One growing buffer: a list of chunks of a byte each would take a hundred times the memory.
  let held = Buffer.allocUnsafe(Math.min(maxBytes, 64 * 1024));
  let size = 0;
  for await (const chunk of body) {
    if (size + chunk.length > maxBytes) {
      throw new UnreadableReply(`The reply is larger than ${maxBytes} bytes, which no page of the API is.`);
    }
    if (size + chunk.length > held.length) {
      const larger = Buffer.allocUnsafe(Math.max(held.length * 2, size + chunk.length));
      held.copy(larger, 0, 0, size);
      held = larger;
    }
    held.set(chunk, size);
    size += chunk.length;
  }
  return new TextDecoder().decode(held.subarray(0, size));
}
