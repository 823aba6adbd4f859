import { setTimeout as pass } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxLine, type NumberedLine, readLines } from '../../../lib/cli/judge/read-lines.ts';

async function* asStream(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
const linesOf = async (chunks: Iterable<Uint8Array>): Promise<NumberedLine[]> =>
  (await Array.fromAsync(readLines(asStream(chunks)))).flat();

it('lines are the same however the stream is chunked', async () => {
  const line = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', ' ', '\r', '{"a":"ä€😀"}'));
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(line), cuts, fc.boolean(), async (texts, sizes, ended) => {
      const whole = texts.map((text) => text.replaceAll('\n', '')).join('\n') + (ended ? '\n' : '');
      const bytes = Buffer.from(whole);
      const chunks: Buffer[] = [];
      for (let at = 0, i = 0; at < bytes.length; i += 1) {
        const size = sizes[i % sizes.length] ?? 1;
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      const expected = whole
        .split('\n')
        .map((text, i) => ({ number: i + 1, text: i === 0 ? text.replace(/^\ufeff/, '') : text }))
        .filter(({ text }) => text.trim() !== '');
      expect(await linesOf(chunks)).toEqual(expected);
    }),
  );
});

it('only the first line loses a byte order mark; lines that are not UTF-8 are reported', async () => {
  const bytes = [Buffer.from('\ufeff1\n\ufeff2\n'), Buffer.from([0x22, 0xff, 0x22, 0x0a]), Buffer.from('{}')];
  expect(await linesOf(bytes)).toEqual([
    { number: 1, text: '1' },
    { number: 2, text: '\ufeff2' },
    { number: 3, problem: 'it is not UTF-8.' },
    { number: 4, text: '{}' },
  ]);
});

it('a line may have 1 MiB; a longer one is reported without buffering it, and the next one is read', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  const pieces: WeakRef<ArrayBufferLike>[] = [];
  let held = 0;
  async function* chunks() {
    for (let i = 0; i < maxLine / 2 ** 16; i += 1) yield Buffer.alloc(2 ** 16, 'x');
    yield Buffer.from('\n');
    for (let i = 0; i < 64; i += 1) {
      const piece = Buffer.alloc(2 ** 16, 'x');
      pieces.push(new WeakRef(piece.buffer));
      yield piece;
    }
    await pass(1); // a weak reference keeps its target for the rest of a turn
    collectGarbage();
    held = pieces.filter((piece) => piece.deref() !== undefined).length;
    yield Buffer.from('\n{}');
  }
  const [longest, tooLong, next] = (await Array.fromAsync(readLines(chunks()))).flat();
  expect(longest).toMatchObject({ number: 1, text: expect.stringMatching(/^x+$/) });
  expect(tooLong).toEqual({ number: 2, problem: 'it is longer than 1 MiB.' });
  expect(next).toEqual({ number: 3, text: '{}' });
  expect(held).toBeLessThan(4);
});

it('a last line that is too long is reported, though nothing ends it', async () => {
  async function* chunks() {
    yield Buffer.alloc(maxLine + 1, 'x');
  }
  const [lines] = await Array.fromAsync(readLines(chunks()));
  const ended = (await Array.fromAsync(readLines(chunks()))).flat();
  expect([lines, ended]).toEqual([[], [{ number: 1, problem: 'it is longer than 1 MiB.' }]]);
});
