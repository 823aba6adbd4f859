import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readBody } from '../../functions/http/read-body.ts';
import { UnreadableReply } from '../../functions/transfer/source-errors.ts';

/** A body that arrives in these pieces. */
const bodyOf = (pieces: Iterable<Buffer>) => Readable.from(pieces, { objectMode: false });

describe('a body', () => {
  it.each([1, 3, 7, 1_000])('in pieces of %i bytes gives the same text', async (length) => {
    const bytes = Buffer.from(`{"name":"Köln 東京 🚀"}`.repeat(20));
    const begins = Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) => i * length);
    const pieces = begins.map((at) => bytes.subarray(at, at + length));
    expect(await readBody(bodyOf(pieces), bytes.length)).toBe(bytes.toString());
    expect(await readBody(bodyOf([]), 10)).toBe('');
  });

  it('loses a byte order mark at its beginning, and no other', async () => {
    expect(await readBody(bodyOf([Buffer.from('\uFEFF["\uFEFF"]')]), 100)).toBe('["\uFEFF"]');
  });

  it('is read up to the limit; the first byte above it ends the read', async () => {
    let given = 0;
    function* endless() {
      while (given < 1_000_000) {
        given += 10;
        yield Buffer.alloc(10, 'x');
      }
    }
    expect(await readBody(bodyOf([Buffer.alloc(100, 'x')]), 100)).toHaveLength(100);
    await expect(readBody(bodyOf(endless()), 100)).rejects.toThrow(UnreadableReply);
    expect(given).toBeLessThan(200_000);
    given = 0;
    const shrunk = readBody(bodyOf(endless()), 100, (chunk) => chunk.subarray(0, 0));
    await expect(shrunk).rejects.toThrow(UnreadableReply);
    expect(given).toBeLessThan(200_000);
  });

  it('in pieces of one byte takes linear time, not quadratic', async () => {
    function* bytes(count: number) {
      for (let i = 0; i < count; i += 1) yield Buffer.from('x');
    }
    // Copying all pieces for each new one would be twenty gigabytes.
    expect(await readBody(bodyOf(bytes(200_000)), 1_000_000)).toHaveLength(200_000);
  });

  it('gives no text if it fails or breaks off', async () => {
    const failing = new Readable({ read() {} });
    failing.push('half');
    const failed = readBody(failing, 100);
    failing.destroy(new Error('reset'));
    await expect(failed).rejects.toThrow('reset');
    const closing = new Readable({ read() {} });
    const closed = readBody(closing, 100);
    closing.destroy();
    await expect(closed).rejects.toThrow('broke off');
  });
});
