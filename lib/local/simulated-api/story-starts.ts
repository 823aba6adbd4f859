import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const starts = z.array(z.number());

/**
 * When the story was started, run by run: epoch milliseconds, oldest first. None where no run has written the file.
 * @throws Error that names the file when it is not what an earlier run wrote.
 */
export function readStarts(file: string): number[] {
  try {
    return starts.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new Error(
      `${file} is not what an earlier run wrote there: remove it, or take another --data DIR.`,
      {
        cause: error,
      },
    );
  }
}

/** Written before the transfers are served, or the next run would make other ones of them. */
export function writeStarts(file: string, runs: readonly number[]): void {
  writeFileSync(file, JSON.stringify(runs));
}
