import type { Readable, Writable } from 'node:stream';

/** What a command reads and writes. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** The reader of the output went away, as `head` does: no failure. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/**
 * Writes and waits until it is written: nobody gets more than they read, and a failure comes up here.
 * @throws ReaderGone where nobody reads any more; what the stream itself fails with, else
 */
export async function writeTo(stream: Writable, text: string): Promise<void> {
  if (text === '') return;
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => {
      if (error) reject(isReaderGone(error) ? new ReaderGone() : error);
      else resolve();
    });
  });
}

/** A pipe or a socket whose other end is closed. */
function isReaderGone(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
}
