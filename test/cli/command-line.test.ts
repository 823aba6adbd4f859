import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../functions/deliver-alerts/version.ts';
import { rowAttributes } from '../../functions/wallet/watchlist-row.ts';
import { commands } from '../../lib/cli/frame/commands.ts';
import { treasury } from '../support/alerts.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { ended, expectRefusal, program, run, start } from './chainbell.ts';

const exec = promisify(execFile);

/** A folder with a `node` that says no, as Node.js 20 would to the question after its version. */
function oldNode(): string {
  const path = join(scratchFolder(), 'old');
  mkdirSync(path);
  writeFileSync(join(path, 'node'), '#!/bin/sh\nexit 1\n');
  chmodSync(join(path, 'node'), 0o755);
  return path;
}

it.each([
  [[], /takes a command/],
  [['jugde'], /Unknown command 'jugde' \(did you mean judge\?\)/],
  [
    ['judge', '--wallets', treasury],
    /Unknown option '--wallets' \(did you mean --wallet\?\); chainbell judge --help/,
  ],
  [['judge', 'transfers.ndjson'], /Too many arguments/],
  [['judge', '--chain', 'moon'], /--chain: "moon" is not a known chain/],
  [['judge', '--chain', 'polygn'], /^--chain: "polygn" is not a known chain: did you mean polygon\?$/m],
  [['judge', '--wallet', '0x12'], /--wallet: "0x12" is not an address/],
  [['judge', '--wallet'], /--wallet/],
  [['judge', '--history', 'some.ndjson'], /--history takes --wallet/],
  [
    ['judge', '--wallet', treasury, '--history', '/nowhere/at/all'],
    /\/nowhere\/at\/all can't be read \(ENOENT\)/,
  ],
])('what can not be done, such as %j, ends with one sentence and exit code 2', async (argv, sentence) => {
  expectRefusal(await run(argv), sentence);
});

it('a failure is a document on stdout too if JSON is asked for', async () => {
  const { code, stdout, stderr } = await run(['add', '0x12', '--json']);
  expect(JSON.parse(stdout)).toEqual({ error: stderr.trimEnd(), exitCode: 2 });
  expect(code).toBe(2);
});

describe('help', () => {
  it.each(['add', 'set'])('of %s says what each attribute takes', async (name) => {
    const { stdout } = await run([name, '--help']);
    for (const attribute of rowAttributes)
      expect(stdout).toMatch(new RegExp(`^  ${attribute}=\\S+ +\\S`, 'm'));
  });

  it.each([[['--help']], [['-h']], [['help']]])('of %j names every command', async (argv) => {
    const { code, stdout, stderr } = await run(argv);
    expect([code, stderr]).toEqual([0, '']);
    for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(stdout).toContain('Exit code');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThan(100);
  });

  it.each(commands.map(({ name }) => name))('of %s says what it takes, with examples', async (name) => {
    const { code, stdout, stderr } = await run([name, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^Usage: chainbell ${name}`));
    expect(stdout).toMatch(new RegExp(`Examples:\n  chainbell ${name}`));
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThan(100);
  });

  it('of judge has its options and exit codes', async () => {
    const { stdout } = await run(['judge', '--help']);
    for (const said of ['--chain', '--wallet', '--history', 'Exit code']) expect(stdout).toContain(said);
  });

  it('does not prevent printing the version', async () => {
    expect((await run(['--version'])).stdout).toBe(`${version}\n`);
  });
});

describe('the program file, as npm links it', () => {
  beforeAll(() => chmodSync(program, 0o755));

  it('ends as a process with the sentence and the exit code', async () => {
    expect(await ended(start(['jugde']))).toEqual(await run(['jugde']));
    expect(await ended(start(['--help']))).toEqual(await run(['--help']));
  });

  it('runs on the Node.js of its own package, wherever it is linked and whatever the system has', async () => {
    const link = join(scratchFolder(), 'chainbell');
    symlinkSync(program, link);
    const { stdout, stderr } = await exec(link, ['--help'], { env: { PATH: `${oldNode()}:/usr/bin:/bin` } });
    expect(stdout).toContain('judge');
    expect(stderr).toBe('');
  });

  it('says in one sentence that the Node.js it finds is too old', async () => {
    const bin = join(scratchFolder(), 'bin');
    mkdirSync(bin);
    copyFileSync(program, join(bin, 'chainbell.ts'));
    const env = { PATH: `${oldNode()}:/usr/bin:/bin` };
    await expect(exec(join(bin, 'chainbell.ts'), ['judge'], { env })).rejects.toMatchObject({
      code: 2,
      stderr: 'Chainbell needs Node.js 24: run "npm ci" in its folder, which brings it.\n',
    });
    // As the package has it.
    mkdirSync(join(bin, '../dist/bin'), { recursive: true });
    await expect(exec(join(bin, 'chainbell.ts'), ['judge'], { env })).rejects.toMatchObject({
      code: 2,
      stderr: 'Chainbell needs Node.js 22.19 or later.\n',
    });
  });
});
