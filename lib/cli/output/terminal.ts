import type { Writable } from 'node:stream';
import pc from 'picocolors';

/** A stream of the process; a person sees its colours where it is a terminal. */
type Output = Writable & { readonly isTTY?: boolean };

export function isTerminal(stream: Output): boolean {
  return stream.isTTY === true;
}

/** Colours are for terminals only, and for nobody who sets NO_COLOR (no-color.org). */
export function coloursOf(stream: Output): ReturnType<typeof pc.createColors> {
  return pc.createColors(isTerminal(stream) && !process.env.NO_COLOR);
}

/** How far long work has come: one line that is written over, on terminals only. */
interface Progress {
  at(done: number): void;
  /** Takes the line away. */
  end(): void;
}

/** @param what in a word or two: "rows written" */
export function createProgress(stderr: Writable, what: string, total: number): Progress {
  if (!isTerminal(stderr)) return { at: () => {}, end: () => {} };
  const count = (number: number) => number.toLocaleString('en-US');
  return {
    at: (done) => void stderr.write(`\r${count(done)} of ${count(total)} ${what}`),
    end: () => void stderr.write('\r\u001b[K'),
  };
}
