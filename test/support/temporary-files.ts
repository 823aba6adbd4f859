import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Vitest's global setup: whatever tests write to the temp directory is gone after the run, such as an App's templates. */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'chainbell-tests-'));
  // A test builds the functions as another user, who has to get there.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true });
}
