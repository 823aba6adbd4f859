import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

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
