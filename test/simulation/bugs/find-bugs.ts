import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import * as z from 'zod';
import { eachAtATime } from '../../../functions/runtime/batches.ts';

/**
 * `npm run simulate:bugs [-- NAME...]`: plants each bug of this folder into a copy of the functions and has the simulator look
 * for it, first with the seed that found it last time (found-by.json), then with 500 seeds. `--write` stores new seeds.
 * Exits with 1 if a bug is not found, or if a patch no longer fits the code.
 */
const seeds = 500;
const longestSearch = 900_000;
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'test/simulation/bugs');
const record = join(folder, 'found-by.json');
const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const foundBy = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(record, 'utf8')));
const bugs = readdirSync(folder)
  .filter((name) => name.endsWith('.patch'))
  .map((name) => name.replace('.patch', ''))
  .filter((name) => positionals.length === 0 || positionals.some((part) => name.includes(part)))
  .sort();

interface Verdict {
  /** The seed that found it; null if none did. */
  readonly seed: number | null;
  readonly how: string;
}

const run = promisify(execFile);
const found: (readonly [bug: string, seed: number])[] = [];
await eachAtATime(availableParallelism(), bugs, async (bug) => {
  const { seed, how } = await findBug(bug);
  process.stdout.write(`${seed === null ? 'MISSED' : 'found '} ${bug}: ${how}\n`);
  if (seed !== null) found.push([bug, seed]);
});
process.stdout.write(`\n${found.length} of ${bugs.length} planted bugs were found.\n`);
if (found.length < bugs.length) process.exitCode = 1;
if (values.write) {
  const entries = Object.entries({ ...foundBy, ...Object.fromEntries(found) });
  writeFileSync(record, `${JSON.stringify(Object.fromEntries(entries.sort()), null, 2)}\n`);
}

async function findBug(bug: string): Promise<Verdict> {
  const copy = mkdtempSync(join(tmpdir(), 'chainbell-bug-'));
  try {
    for (const name of ['functions', 'lib', 'test/simulation', 'test/support', 'package.json']) {
      cpSync(join(root, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const misfit = await misfitOf(join(folder, `${bug}.patch`), copy);
    if (misfit !== null)
      return { seed: null, how: `the patch does not fit the code any more, make it anew (${misfit})` };
    const known = foundBy[bug];
    const again = known === undefined ? null : await search(copy, known, 1);
    if (again !== null && again.seed !== null) return again;
    const verdict = await search(copy, 1, seeds);
    const note = known === undefined ? '' : ` (seed ${known} does not find it any more)`;
    return { ...verdict, how: verdict.how + note };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Git's reason why a patch does not apply; null if it does. */
async function misfitOf(patch: string, copy: string): Promise<string | null> {
  try {
    await run('git', ['apply', '--unidiff-zero', '-C1', patch], { cwd: copy });
    return null;
  } catch (error) {
    return firstLine(outputOf(error).stderr);
  }
}

/** Plays seeds until one finds a complaint. */
async function search(copy: string, from: number, count: number): Promise<Verdict> {
  const simulate = join(copy, 'test/simulation/simulate.ts');
  const arguments_ = [simulate, '--from', String(from), '--seeds', String(count), '--first'];
  try {
    await run(process.execPath, arguments_, { cwd: copy, timeout: longestSearch });
    return { seed: null, how: `${count} seeds keep every guarantee` };
  } catch (error) {
    const { stdout, stderr } = outputOf(error);
    const line = firstLine(stdout);
    const [, seed] = /^seed (\d+): /.exec(line) ?? [];
    return seed === undefined ? { seed: null, how: stderr.slice(0, 500) } : { seed: Number(seed), how: line };
  }
}

function outputOf(error: unknown): { stdout: string; stderr: string } {
  return z.object({ stdout: z.string(), stderr: z.string() }).parse(error);
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
