import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { treasury } from '../support/alerts.ts';
import { ended, program, run, start } from './chainbell.ts';

const exec = promisify(execFile);

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'chainbell-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** A folder with a `node` that says no, as Node.js 20 would to the question after its version. */
function oldNode(): string {
  const path = join(folder(), 'old');
  mkdirSync(path);
  writeFileSync(join(path, 'node'), '#!/bin/sh\nexit 1\n');
  chmodSync(join(path, 'node'), 0o755);
  return path;
}

describe('what can not be done', () => {
  it.each([
    [[], /takes a command/],
    [['jugde'], /"jugde" is no command/],
    [['judge', '--wallets', treasury], /--wallets is no option; chainbell --help lists them/],
    [['judge', 'transfers.ndjson'], /'transfers.ndjson'/],
    [['judge', '--chain', 'moon'], /--chain: "moon" is no chain/],
    [['judge', '--wallet', '0x12'], /--wallet: "0x12" is not an address/],
    [['judge', '--wallet'], /--wallet/],
    [['judge', '--history', 'some.ndjson'], /--history takes --wallet/],
    [
      ['judge', '--wallet', treasury, '--history', '/nowhere/at/all'],
      /\/nowhere\/at\/all can't be read \(ENOENT\)/,
    ],
  ])('%j ends with one sentence and exit code 2', async (argv, sentence) => {
    const { code, stdout, stderr } = await run(argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toMatch(sentence);
  });
});

describe('help', () => {
  it.each([[['--help']], [['-h']], [['judge', '--help']]])('is what %j prints', async (argv) => {
    const { code, stdout, stderr } = await run(argv);
    expect([code, stderr]).toEqual([0, '']);
    for (const said of ['chainbell judge', '--chain', '--wallet', '--history', 'Exit code'])
      expect(stdout).toContain(said);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThan(100);
  });
});

describe('the program file, as npm links it', () => {
  beforeAll(() => chmodSync(program, 0o755));

  it('ends as a process with the sentence and the exit code', async () => {
    expect(await ended(start(['jugde']))).toEqual(await run(['jugde']));
    expect(await ended(start(['--help']))).toEqual(await run(['--help']));
  });

  it('runs on the Node.js of its own package, wherever it is linked and whatever the system has', async () => {
    const link = join(folder(), 'chainbell');
    symlinkSync(program, link);
    const { stdout, stderr } = await exec(link, ['--help'], { env: { PATH: `${oldNode()}:/usr/bin:/bin` } });
    expect(stdout).toContain('chainbell judge');
    expect(stderr).toBe('');
  });

  it('says in one sentence that the Node.js it finds is too old', async () => {
    const bin = join(folder(), 'bin');
    mkdirSync(bin);
    copyFileSync(program, join(bin, 'chainbell.ts'));
    const env = { PATH: `${oldNode()}:/usr/bin:/bin` };
    await expect(exec(join(bin, 'chainbell.ts'), ['judge'], { env })).rejects.toMatchObject({
      code: 2,
      stderr: 'Chainbell needs Node.js 24: run "npm ci" in its folder, which brings it.\n',
    });
  });
});
