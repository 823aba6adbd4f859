import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Vitest's global setup: after the run it deletes what tests wrote to the temp directory, such as an App's templates. */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'chainbell-tests-'));
  // A test builds the functions as another user, who needs access.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true });
}
