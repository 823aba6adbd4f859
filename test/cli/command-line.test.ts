import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../functions/runtime/version.ts';
import { rowAttributes } from '../../functions/wallet/watchlist-row.ts';
import { commands } from '../../lib/cli/frame/commands.ts';
import { treasury } from '../support/alerts.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { ended, program, run, start } from './chainbell.ts';
import { transcripts } from './transcript.ts';

const exec = promisify(execFile);
const told = transcripts({ run: (argv, input) => run(argv, input) });

/** A folder with a `node` that answers no, as Node.js 20 does when asked whether it is new enough. */
function oldNode(): string {
  const path = join(scratchFolder(), 'old');
  mkdirSync(path);
  writeFileSync(join(path, 'node'), '#!/bin/sh\nexit 1\n');
  chmodSync(join(path, 'node'), 0o755);
  return path;
}

told('a command that fails prints one sentence, or a JSON document with --json', async ({ type, says }) => {
  for (const words of ['', 'jugde', 'add 0x12 --json']) await type(words);
  for (const options of [
    `--wallets ${treasury}`,
    'transfers.ndjson',
    '--chain moon',
    '--chain polygn',
    '--wallet 0x12',
    '--wallet',
    '--history some.ndjson',
    `--wallet ${treasury} --history /nowhere/at/all`,
  ])
    await type(`judge ${options}`);
  says(`takes a command: … [exit code 2] $ … Unknown command 'jugde' (did you mean judge?) … [exit code 2] $
    … { "error": "\\"0x12\\" is not an address: …", "exitCode": 2 } ! "0x12" is not an address: it takes 0x and 40 hex digits. [exit code 2] $
    … ! Unknown option '--wallets' (did you mean --wallet?); chainbell judge --help shows what it takes. [exit code 2] $
    … ! Too many arguments … ! --chain: "moon" is not a known chain: it takes one of …
    ! --chain: "polygn" is not a known chain: did you mean polygon? … ! --wallet: "0x12" is not an address: …
    '--wallet …' argument missing … ! --history takes --wallet: … ! --history: /nowhere/at/all can't be read (ENOENT). [exit code 2] $`);
});

describe('help', () => {
  it('names every command, and the version is one line', async () => {
    const lists = await Promise.all(['--help', '-h', 'help'].map(async (word) => (await run([word])).stdout));
    expect(new Set(lists).size).toBe(1);
    for (const { name } of commands) expect(lists[0]).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(lists[0]).toContain('Exit code');
    expect((await run(['--version'])).stdout).toBe(`${version}\n`);
  });

  it.each(commands)(
    'for $name lists its arguments, with examples, in lines that fit a terminal',
    async ({ name }) => {
      const { code, stdout } = await run([name, '--help']);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Usage: chainbell ${name}[^]*Examples:\n  chainbell ${name}`));
      for (const text of stdout.split('\n')) expect(text.length).toBeLessThan(100);
      if (name === 'add' || name === 'set')
        for (const attribute of rowAttributes)
          expect(stdout).toMatch(new RegExp(`^  ${attribute}=\\S+ +\\S`, 'm'));
    },
  );
});

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

  it('says in one sentence that the Node.js it finds is too old, in a checkout and in the package', async () => {
    const bin = join(scratchFolder(), 'bin');
    mkdirSync(bin);
    copyFileSync(program, join(bin, 'chainbell.ts'));
    const env = { PATH: `${oldNode()}:/usr/bin:/bin` };
    const judge = () => exec(join(bin, 'chainbell.ts'), ['judge'], { env });
    const stderr = 'Chainbell needs Node.js 24: run "npm ci" in its folder, which brings it.\n';
    await expect(judge()).rejects.toMatchObject({ code: 2, stderr });
    mkdirSync(join(bin, '../dist/bin'), { recursive: true });
    const inPackage = 'Chainbell needs Node.js 22.19 or later.\n';
    await expect(judge()).rejects.toMatchObject({ code: 2, stderr: inPackage });
  });
});
