import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useScratchFolder } from '../support/scratch-folder.ts';

const exec = promisify(execFile);
const root = new URL('../../', import.meta.url);
const folder = useScratchFolder();

it('says in one sentence that Node.js is too old, if the cdk of another folder finds no newer one', async () => {
  mkdirSync(join(folder, 'bin'));
  copyFileSync(fileURLToPath(new URL('bin/app.ts', root)), join(folder, 'bin', 'app.ts'));
  // Like Node.js 20's answer when asked for its version.
  writeFileSync(join(folder, 'node'), '#!/bin/sh\nexit 1\n');
  chmodSync(join(folder, 'node'), 0o755);
  const { app } = JSON.parse(readFileSync(new URL('cdk.json', root), 'utf8'));
  const options = { cwd: folder, env: { PATH: `${folder}:/usr/bin:/bin` } };
  await expect(exec('sh', ['-c', app], options)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'Chainbell needs Node.js 24: run "npm ci" in its folder, which brings it.\n',
  });
});
