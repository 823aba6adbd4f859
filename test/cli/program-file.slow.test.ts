import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../support/scratch-folder.ts';
import { ended, program, run, start } from './chainbell.ts';

const exec = promisify(execFile);

/** A folder with a `node` that answers no, as Node.js 20 does when asked whether it is new enough. */
function oldNode(): string {
  const path = join(scratchFolder(), 'old');
  mkdirSync(path);
  writeFileSync(join(path, 'node'), '#!/bin/sh\nexit 1\n');
  chmodSync(join(path, 'node'), 0o755);
  return path;
}

describe('the program file, as npm links it', () => {
  beforeAll(() => chmodSync(program, 0o755));

  it('ends with the sentence and the exit code', async () => {
    expect(await ended(start(['jugde']))).toEqual(await run(['jugde']));
    expect(await ended(start(['--help']))).toEqual(await run(['--help']));
  });

  it("runs on its own package's Node.js, wherever it is linked, whatever the system has", async () => {
    const link = join(scratchFolder(), 'chainbell');
    symlinkSync(program, link);
    const { stdout, stderr } = await exec(link, ['--help'], { env: { PATH: `${oldNode()}:/usr/bin:/bin` } });
    expect([stdout, stderr]).toEqual([expect.stringContaining('judge'), '']);
  });

  it('says in one sentence that the Node.js the package finds is too old', async () => {
    const bin = join(scratchFolder(), 'bin');
    mkdirSync(bin);
    copyFileSync(program, join(bin, 'chainbell.ts'));
    const env = { PATH: `${oldNode()}:/usr/bin:/bin` };
    const judge = () => exec(join(bin, 'chainbell.ts'), ['judge'], { env });
    mkdirSync(join(bin, '../dist/bin'), { recursive: true });
    const inPackage = 'Chainbell needs Node.js 22.19 or later.\n';
    await expect(judge()).rejects.toMatchObject({ code: 2, stderr: inPackage });
  });
});
