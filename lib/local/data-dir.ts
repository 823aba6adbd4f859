import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messageOf, Unusable } from '../cli/unusable.ts';

/**
 * Makes and locks the data directory: two processes would ruin its tables. Returns the unlock.
 * @throws Unusable if it can't be written or is in use
 */
export function takeDataDir(directory: string): () => void {
  try {
    makeDirectory(resolve(directory));
    const unlock = lockFile(join(directory, 'running.lock'));
    if (unlock === null)
      throw new Unusable(`--data: ${directory} is in use by another run; end that run first.`);
    return unlock;
  } catch (error) {
    if (error instanceof Unusable) throw error;
    throw new Unusable(`--data: ${directory} can't be used (${messageOf(error)}).`, { cause: error });
  }
}

/** Story progress, saved from the first run on. */
export const storyFile = 'story.json';

/**
 * The story's API would take back real transfers, and a real API the story's.
 * @throws Unusable if an earlier run of the other kind filled the directory
 */
export function refuseOtherKind(directory: string, isStory: boolean): void {
  const has = (name: string) => existsSync(join(directory, name));
  if (isStory ? has(storyFile) || !has(tablesFolder) : !has(storyFile)) return;
  throw new Unusable(
    isStory
      ? `--data: ${directory} has real transfers, which the simulated API would take back: set CHAINBELL_API_KEY or give --rpc as before, or use another directory.`
      : `--data: ${directory} has the made-up story: use another directory for real wallets.`,
  );
}

export const tablesFolder = 'dynamodb';

/** Node's recursive mkdir never ends if a parent is said to be missing (as in /proc). */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  mkdirSync(directory);
}

/** A garbage-collected lock is released. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file until the process ends: the kernel holds the lock, also against other containers on the volume. Node gets such a
 * lock through SQLite only; nothing is written. Returns the unlock, or null if another process has the lock.
 */
function lockFile(path: string): (() => void) | null {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    // If the last holder removed the file after it was opened here, it locks nothing.
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
