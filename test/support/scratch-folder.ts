import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const made = () => mkdtempSync(join(tmpdir(), 'chainbell-test-'));
const gone = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** A folder that is deleted at the end of the test. */
export function scratchFolder(): string {
  const folder = made();
  onTestFinished(() => gone(folder));
  return folder;
}

/** A folder for all tests of a file. */
export function useScratchFolder(): string {
  const folder = made();
  afterAll(() => gone(folder));
  return folder;
}

/** A file in a folder that is deleted at the end of the test. */
export function scratchFile(content: string | Uint8Array, name = 'file'): string {
  const path = join(scratchFolder(), name);
  writeFileSync(path, content);
  return path;
}
