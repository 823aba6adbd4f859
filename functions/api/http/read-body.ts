import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { ReplyTooLarge, UnreadableReply } from '../../transfer/source-errors.ts';

/** Decompresses a body, which some servers compress unasked. A body of an unknown coding fails as JSON. */
export function decodeBody(body: Readable, coding: string | null): Readable {
  const name = coding?.trim().toLowerCase() ?? '';
  if (!/^(br|(x-)?gzip|deflate)$/.test(name)) return body;
  // The reader of the decoder gets its errors.
  return pipeline(body, name === 'br' ? createBrotliDecompress() : createUnzip(), () => {});
}

/** The body as text. Events, because an iterator would take a third of an idle poll's time. @throws ReplyTooLarge, stream errors */
export function readBody(body: Readable, maxBytes: number): Promise<string> {
  // One growing buffer: a list of one-byte chunks would take a hundred times the memory. Most replies are a single chunk.
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

/** Drops a byte order mark, which JSON.parse refuses. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** A full page has about 3,000 values. Parsing millions would take seconds. */
const maxValues = 100_000;

/**
 * Parses JSON without losing digits: a number that a double would change (values go up to 2^256-1; API document, 2.1) becomes its
 * source text.
 * @throws UnreadableReply if the text is no JSON, or far larger or deeper than any reply
 */
export function parseJson(text: string): unknown {
  let values = 0;
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
      values += 1;
      if (values > maxValues)
        throw new UnreadableReply('The reply is JSON, but far larger than a reply of the API.');
      return typeof value !== 'number' || String(value) === context?.source ? value : context?.source;
    });
  } catch (error) {
    // The parser's own error is dropped, because it quotes the text. RangeError: a reviver overflows the stack on deep texts.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    const kind = text.trimStart().startsWith('<') ? 'a web page' : `${text.length} characters that are`;
    throw new UnreadableReply(
      `The reply is ${kind} not JSON: if this goes on, check the base address and any proxy on the way.`,
    );
  }
}
