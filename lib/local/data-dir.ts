import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Unusable } from '../cli/unusable.ts';

/**
 * Makes the data directory and takes it for this process: two that write to the same tables would ruin them. What keeps
 * others out is a lock that ends with its process; running.pid only says who has it, for a number left behind may be any
 * process's by now, in a container even our own.
 * Returns how to give it back.
 * @throws Unusable where it can't be written, or another process has it.
 */
export function takeDataDir(directory: string): () => void {
  const note = join(directory, 'running.pid');
  try {
    makeDirectory(resolve(directory));
    const unlock = lockFile(join(directory, 'running.lock'));
    if (unlock === null) {
      throw new Unusable(`--data: ${directory} is in use by ${holderOf(note)}; end that run first.`);
    }
    writeFileSync(note, String(process.pid));
    return () => {
      rmSync(note, { force: true });
      unlock();
    };
  } catch (error) {
    if (error instanceof Unusable) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Unusable(`--data: ${directory} can't be used (${reason}).`, { cause: error });
  }
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
  const pid = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  return /^\d+$/.test(pid) ? `process ${pid}` : 'another run';
}

/** Here and not only in the callers' closures: a lock that is garbage-collected is none. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file for this process until it is unlocked or the process ends, however it ends: the kernel holds it, also
 * against other containers on the same volume. SQLite is what Node has to ask for such a lock; nothing is written.
 * @returns how to unlock, or null where somebody has it
 */
function lockFile(path: string): (() => void) | null {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    // Made or opened just before its last holder removed it: then it keeps nobody out.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) throw new Error('given back just now');
  } catch (error) {
    database.close();
    const busy = 5; // SQLITE_BUSY
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return null;
    throw error;
  }
  held.add(database);
  return () => {
    rmSync(path, { force: true });
    database.close();
    held.delete(database);
  };
}
