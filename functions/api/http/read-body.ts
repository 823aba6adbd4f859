import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { ReplyTooLarge } from '../../transfer/source-errors.ts';

/** Decompresses a body: some servers compress it unasked. A body of an unknown coding fails as JSON. */
export function decodeBody(body: Readable, coding: string | null): Readable {
  const name = coding?.trim().toLowerCase() ?? '';
  if (!/^(br|(x-)?gzip|deflate)$/.test(name)) return body;
  // The reader of the decoder gets its errors.
  return pipeline(body, name === 'br' ? createBrotliDecompress() : createUnzip(), () => {});
}

/** The body as text. (An iterator in place of events takes a third of an idle poll's time.) @throws ReplyTooLarge, stream errors */
export function readBody(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  body.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes)
      body.destroy(
        new ReplyTooLarge(`The reply is larger than ${maxBytes} bytes, which no page of the API is.`),
      );
  });
  return new Promise((resolve, reject) => {
    // JSON.parse refuses a byte order mark.
    body.on('end', () =>
      resolve(
        Buffer.concat(chunks)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      ),
    );
    body.on('error', reject);
    body.on('close', () => {
      if (!body.readableEnded) reject(new Error('the body broke off'));
    });
  });
}
