import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Unusable } from '../cli/unusable.ts';
import { lockFile } from './lock-file.ts';

/**
 * Makes the data directory and takes it for this process: two that write to the same tables would ruin them. What keeps
 * others out is a lock that ends with its process; running.pid only says who has it, for a number left behind may be any
 * process's by now, in a container even our own.
 * Returns how to give it back.
 * @throws Unusable where it can't be written, or another process has it.
 */
export function takeDataDir(directory: string): () => void {
  const note = join(directory, 'running.pid');
  let unlock: (() => void) | null = null;
  try {
    makeDirectory(resolve(directory));
    unlock = lockFile(join(directory, 'running.lock'));
    if (unlock === null) {
      throw new Unusable(`--data: ${directory} is in use by ${holderOf(note)}; end that run first.`);
    }
    writeFileSync(note, String(process.pid));
  } catch (error) {
    unlock?.();
    if (error instanceof Unusable) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Unusable(`--data: ${directory} can't be used (${reason}).`, { cause: error });
  }
  return () => {
    rmSync(note, { force: true });
    unlock();
  };
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

/** The process that has the directory, as it was noted there; in a container its number means something else. */
function holderOf(note: string): string {
  try {
    const pid = readFileSync(note, 'utf8').trim();
    return /^\d+$/.test(pid) ? `process ${pid}` : 'another run';
  } catch {
    return 'another run';
  }
}
