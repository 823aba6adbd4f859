import type { Writable } from 'node:stream';
import { isTerminal } from './colours.ts';

/** How far long work has come: one line that is written over, on terminals only. */
export interface Progress {
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
