import { execFile, spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { codeSha256, functionFolders } from '../../lib/aws/bundling.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const scratch = useScratchFolder();
// Another user must be able to open this folder.
await chmod(scratch, 0o755);

const program = `const { codeSha256 } = await import('./lib/aws/bundling.ts');
  console.log(JSON.stringify(await Promise.all(${JSON.stringify(functionFolders)}.map(codeSha256))));`;

/** User and group `nobody`, if this process may switch user and `nobody` may read the packages. */
const nobody = { uid: 65_534, gid: 65_534 };
const asNobody = spawnSync('test', ['-x', process.execPath], nobody).status === 0 ? nobody : {};

it('the same sources make the same zips, whoever builds them, where and when', {
  timeout: 120_000,
}, async () => {
  const cwd = join(scratch, 'a folder', 'of another name');
  await mkdir(cwd, { recursive: true });
  for (const part of ['functions', 'lib/aws', 'package.json', 'tsconfig.json'])
    await cp(join(repository, part), join(cwd, part), { recursive: true });
  await symlink(join(repository, 'node_modules'), join(cwd, 'node_modules'));
  const environment = {
    HOME: '/nonexistent',
    TMPDIR: '/var/tmp',
    TZ: 'Pacific/Auckland',
    LANG: 'tr_TR.UTF-8',
  };
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', 'umask 077; exec "$0" --input-type=module -e "$1"', process.execPath, program],
    { cwd, env: { PATH: process.env.PATH, ...environment }, ...asNobody },
  );
  expect(JSON.parse(stdout)).toEqual(await Promise.all(functionFolders.map(codeSha256)));
});
