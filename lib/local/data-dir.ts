import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { OptionUnusable } from './command-line.ts';

/**
 * Makes the data directory and takes it for this process: two that write to the same tables would ruin them.
 * Returns how to give it back.
 * @throws OptionUnusable where it can't be written, or another process has it.
 */
export function takeDataDir(directory: string): () => void {
  const file = join(directory, 'running.pid');
  try {
    makeDirectory(resolve(directory));
    const holder = holderOf(file);
    if (holder !== null) {
      throw new OptionUnusable(
        `--data: ${directory} is in use by process ${holder}; if that is no Chainbell, remove ${file}.`,
      );
    }
    writeFileSync(file, String(process.pid));
  } catch (error) {
    if (error instanceof OptionUnusable) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OptionUnusable(`--data: ${directory} can't be used (${reason}).`, { cause: error });
  }
  return () => rmSync(file, { force: true });
}

/**
 * Makes a directory and those above it, each by itself: Node's recursive mkdir never ends where a directory can't be
 * made and the system says that its parent is missing (as in /proc).
 */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  mkdirSync(directory);
}

/** The living process that the file names; one that was killed could not give the directory back. */
function holderOf(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    process.kill(pid, 0); // asks only whether it is there
    return pid;
  } catch {
    return null;
  }
}
