import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run simulate:bugs`: plants each bug of this folder into a copy of the functions and lets the simulator look for
 * it. Ends with 1 where one is not found within 200 seeds, or where a patch no longer fits the code. `-- 07 28` plants these alone.
 */
const seeds = 200;
const root = fileURLToPath(new URL('../../..', import.meta.url));
const asked = process.argv.slice(2);
const patches = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.patch'))
  .filter((name) => asked.length === 0 || asked.some((number) => name.startsWith(number)));

let missed = 0;
for (const patch of patches.sort()) {
  const verdict = findBug(join(root, 'test/simulation/bugs', patch));
  if (!verdict.found) missed += 1;
  process.stdout.write(
    `${verdict.found ? 'found ' : 'MISSED'} ${patch.replace('.patch', '')}: ${verdict.how}\n`,
  );
}
process.stdout.write(`\n${patches.length - missed} of ${patches.length} planted bugs were found.\n`);
if (missed > 0) process.exitCode = 1;

function findBug(patch: string): { found: boolean; how: string } {
  const copy = mkdtempSync(join(tmpdir(), 'chainbell-bug-'));
  try {
    for (const folder of ['functions', 'lib', 'test/simulation', 'test/support', 'package.json']) {
      cpSync(join(root, folder), join(copy, folder), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const applied = spawnSync('git', ['apply', '--unidiff-zero', '-C1', patch], {
      cwd: copy,
      encoding: 'utf8',
    });
    if (applied.status !== 0) {
      return {
        found: false,
        how: `the patch does not fit the code any more, make it anew (${applied.stderr.trim().split('\n')[0]})`,
      };
    }
    const simulate = join(copy, 'test/simulation/simulate.ts');
    const run = spawnSync(process.execPath, [simulate, '--seeds', String(seeds), '--first'], {
      cwd: copy,
      encoding: 'utf8',
      timeout: 600_000,
    });
    const [line = ''] = run.stdout.split('\n');
    if (run.status === 1 && line.startsWith('seed ')) return { found: true, how: line };
    return {
      found: false,
      how: run.status === 0 ? `${seeds} seeds keep every guarantee` : run.stderr.slice(0, 500),
    };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
