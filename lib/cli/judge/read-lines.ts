/** Numbers count from 1, blank lines included. */
export type NumberedLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: string };

/** Bytes; a transfer has about a thousand. */
export const maxLine = 2 ** 20;

const newline = 0x0a;

/**
 * The non-blank lines of each chunk. Lines end with LF or CRLF, the last perhaps with neither; a byte order mark is dropped.
 * No more than `maxLine` bytes are held: a longer line is reported as a problem.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedLine[]> {
  let number = 1;
  let begun: Uint8Array[] = [];
  let length = 0;
  const finish = (rest: Uint8Array): NumberedLine[] => {
    const line = { number, bytes: gather(begun, length, rest) };
    number += 1;
    begun = [];
    length = 0;
    return decode(line);
  };
  for await (const chunk of chunks) {
    const lines: NumberedLine[] = [];
    let from = 0;
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      lines.push(...finish(chunk.subarray(from, to)));
      from = to + 1;
    }
    length += chunk.length - from;
    // Only the length of a long line is kept.
    if (length > maxLine) begun = [];
    else if (from < chunk.length) begun.push(chunk.subarray(from));
    yield lines;
  }
  if (length > 0) yield finish(new Uint8Array());
}

/** Null if the line is too long. */
function gather(begun: readonly Uint8Array[], length: number, rest: Uint8Array): Uint8Array | null {
  if (length + rest.length > maxLine) return null;
  return length === 0 ? rest : Buffer.concat([...begun, rest]);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode({ number, bytes }: { number: number; bytes: Uint8Array | null }): NumberedLine[] {
  if (bytes === null) return [{ number, problem: 'it is longer than 1 MiB.' }];
  try {
    const decoded = utf8.decode(bytes);
    const text = number === 1 && decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded;
    return text.trim() === '' ? [] : [{ number, text }];
  } catch {
    return [{ number, problem: 'it is not UTF-8.' }];
  }
}
