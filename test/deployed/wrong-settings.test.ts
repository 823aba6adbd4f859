import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bareEnvironment, runProgram } from './support/programs.ts';

const scratch = await mkdtemp(join(tmpdir(), 'chainbell-wrong-'));
afterAll(() => rm(scratch, { recursive: true, force: true }));

describe.concurrent('cdk synth stops at a wrong setting with one sentence that names it', () => {
  it.each([
    ['every', '90s'],
    ['evry', '1m'],
  ])('%s=%s', async (name, value) => {
    const log = join(scratch, `${name}.log`);
    const args = [
      '--no-notices',
      'synth',
      '--quiet',
      '--output',
      join(scratch, name),
      '-c',
      `${name}=${value}`,
    ];
    expect(await runProgram('cdk', args, bareEnvironment, log)).not.toBe(0);
    const [sentence, ...others] = (await readFile(log, 'utf8')).trim().split('\n');
    expect(sentence).toMatch(new RegExp(`\\bsetting ${name}\\b.+\\.$`));
    // The command's own: how its app ended.
    expect(others).toEqual([expect.stringMatching(/exited with error/)]);
  });
});
