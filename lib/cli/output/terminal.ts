import type { Writable } from 'node:stream';
import pc from 'picocolors';

type Output = Writable & { readonly isTTY?: boolean };

export function isTerminal(stream: Output): boolean {
  return stream.isTTY === true;
}

/** Colours for terminals only, and never with NO_COLOR (no-color.org). */
export function coloursOf(stream: Output): ReturnType<typeof pc.createColors> {
  return pc.createColors(isTerminal(stream) && !process.env.NO_COLOR);
}

/** One line that is written over, on terminals only. */
interface Progress {
  at(done: number): void;
  end(): void;
}

/** @param what "rows written" */
export function createProgress(stderr: Writable, what: string, total: number): Progress {
  if (!isTerminal(stderr)) return { at: () => {}, end: () => {} };
  const count = (number: number) => number.toLocaleString('en-US');
  return {
    at: (done) => void stderr.write(`\r${count(done)} of ${count(total)} ${what}`),
    end: () => void stderr.write('\r\u001b[K'),
  };
}
