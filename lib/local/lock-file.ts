import { rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Here and not only in the callers' closures: a lock that is garbage-collected is none. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file for this process until it is unlocked or the process ends, however it ends: the kernel holds it, also
 * against other containers on the same volume. SQLite is what Node has to ask for such a lock; nothing is written.
 * @returns how to unlock, or null where somebody has it
 * @throws Error where the file can't be made
 */
export function lockFile(path: string): (() => void) | null {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    // Made or opened just before its last holder removed it: then it keeps nobody out.
    if (statSync(path, { throwIfNoEntry: false }) === undefined)
      throw new Error('it was given back just now');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  held.add(database);
  return () => {
    rmSync(path, { force: true });
    database.close();
    held.delete(database);
  };
}

function isBusy(error: unknown): boolean {
  const busy = 5; // SQLITE_BUSY
  return error instanceof Error && 'errcode' in error && error.errcode === busy;
}
