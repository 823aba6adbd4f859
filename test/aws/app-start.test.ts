import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { scratchFolder } from '../support/scratch-folder.ts';

const exec = promisify(execFile);
const root = new URL('../../', import.meta.url);

const { app } = JSON.parse(readFileSync(new URL('cdk.json', root), 'utf8'));
const { start } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).scripts;

it.each([
  [app, 'bin', ''],
  [start, 'bin', ''],
  ['sh bin/chainbell.ts', 'bin', ''],
  [start, 'node_modules/aws-cdk', 'node: GLIBC_2.28 not found\n'],
])(
  'says in one sentence how to install what is missing, after the reason why Node.js does not start: %s in a folder with %s',
  async (script, has, reason) => {
    const folder = scratchFolder();
    for (const name of new Set(['bin', has])) mkdirSync(join(folder, name), { recursive: true });
    for (const file of ['bin/app.ts', 'bin/chainbell.ts', 'bin/own-node.sh'])
      copyFileSync(fileURLToPath(new URL(file, root)), join(folder, file));
    writeFileSync(join(folder, 'node'), '#!/bin/sh\necho node: GLIBC_2.28 not found >&2\nexit 1\n');
    chmodSync(join(folder, 'node'), 0o755);
    const options = { cwd: folder, env: { PATH: `${folder}:/usr/bin:/bin` } };
    await expect(exec('sh', ['-c', script], options)).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: `${reason}Chainbell is not installed here: run "npm ci --include=dev --ignore-scripts=false" in its folder, which also brings Node.js 24.\n`,
    });
  },
);

it('has line ends that sh can read, even where Git for Windows checked it out for WSL', async () => {
  const cwd = scratchFolder();
  copyFileSync(fileURLToPath(new URL('.gitattributes', root)), join(cwd, '.gitattributes'));
  await exec('git', ['init'], { cwd });
  const { stdout } = await exec('git', ['check-attr', 'text', 'eol', '--', 'bin/app.ts'], { cwd });
  expect(stdout).toBe('bin/app.ts: text: auto\nbin/app.ts: eol: lf\n');
});
