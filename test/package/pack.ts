import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import * as z from 'zod';
import { codeSha256, functionFolders } from '../../lib/aws/bundling.ts';

/**
 * `npm run test:package`: packs Chainbell, installs it into an empty CDK app outside the repository, as a user would from
 * npm, and checks the synthesised template. Needs the package registry.
 */
const repository = fileURLToPath(new URL('../../', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'chainbell-package-'));
const run = (program: string, args: readonly string[], cwd = folder): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.looseObject({}).optional() })),
});
const assetHash = z.object({ Code: z.object({ S3Key: z.string() }), Handler: z.literal('index.handler') });

const compilerOptions = {
  module: 'nodenext',
  target: 'es2022',
  strict: true,
  noEmit: true,
  types: [],
  // This test does not check CDK's own declarations.
  skipLibCheck: true,
};

try {
  const tarball = await pack();
  await install(tarball);
  // The package's declarations are complete: the consumer's compiler accepts them.
  run(join(repository, 'node_modules/.bin/tsc'), ['-p', folder]);
  run(process.execPath, ['app.ts']);
  await checkTemplate();
  assert.match(run('node_modules/.bin/chainbell', ['--help']), /^ {2}judge /m);
  process.stdout.write('the package installs, compiles and synthesises elsewhere\n');
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function pack(): Promise<string> {
  run('npm', ['pack', '--silent', '--pack-destination', folder], repository);
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  assert(tarball !== undefined, 'npm pack made no tarball');
  const files = run('tar', ['-tzf', tarball]).split('\n');
  const foreign = files.filter((name) =>
    /^package\/(docs|test|lib|node_modules)\/|\.env|chainbell\.json$/.test(name),
  );
  assert.deepEqual(foreign, [], 'the package holds what is nobody’s business');
  assert(files.includes('package/dist/licences.txt'), 'the licences of what is in the bundles are missing');
  return tarball;
}

/** The consumer's app: CDK as in its template for new apps, and Chainbell. */
async function install(tarball: string): Promise<void> {
  const ours = manifest.parse(JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')));
  const cdk = Object.fromEntries(
    Object.keys(ours.peerDependencies).map((name) => [name, ours.devDependencies[name]]),
  );
  const dependencies = { ...cdk, chainbell: `file:${tarball}` };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module', dependencies }),
  );
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }));
  await cp(join(repository, 'test/package/app.txt'), join(folder, 'app.ts'));
  run('npm', ['install', '--silent', '--prefer-offline', '--no-audit', '--no-fund']);
  // An install hoists: a package that is not at the top is not installed.
  const installed = await readdir(join(folder, 'node_modules'));
  assert(!installed.includes('esbuild'), 'the consumer needs no esbuild: the functions come bundled');
  assert(!installed.includes('@aws-sdk'), 'the consumer needs no AWS SDK: it is in the bundles');
}

async function checkTemplate(): Promise<void> {
  const assembly = join(folder, 'cdk.out');
  const { Resources } = template.parse(
    JSON.parse(await readFile(join(assembly, 'Theirs.template.json'), 'utf8')),
  );
  const of = (type: string) => Object.values(Resources).filter(({ Type }) => Type === type);
  assert.deepEqual(
    of('AWS::SNS::Subscription').map(({ Properties }) => [Properties?.Protocol, Properties?.Endpoint]),
    [['email', 'a@example.org']],
  );
  const functions = of('AWS::Lambda::Function').map(({ Properties }) => assetHash.parse(Properties));
  assert.equal(functions.length, 2);
  const hashes = await hashesByPackage();
  assert.deepEqual(
    hashes,
    await Promise.all(functionFolders.map(codeSha256)),
    'a checkout makes other functions than the package has',
  );
  for (const { Code } of functions) {
    const zip = await readFile(join(assembly, `asset.${Code.S3Key}`));
    const hash = createHash('sha256').update(zip).digest('base64');
    assert(hashes.includes(hash), `the command line of the package does not know ${Code.S3Key}`);
    const bundle = join(folder, `${Code.S3Key}.mjs`);
    await writeFile(bundle, unzipSync(zip)['index.mjs'] ?? '');
    const { handler } = await import(pathToFileURL(bundle).href);
    assert.equal(typeof handler, 'function', `${bundle} exports no handler`);
  }
}

/** The hashes that `chainbell doctor` of the installed package compares with Lambda's. */
async function hashesByPackage(): Promise<string[]> {
  const commandLine = join(folder, 'node_modules/chainbell/dist/bin/cli');
  const part = (await readdir(commandLine)).find((name) => name.startsWith('bundling-'));
  const { codeSha256: ofPackage } = await import(pathToFileURL(join(commandLine, part ?? '')).href);
  return Promise.all(functionFolders.map(ofPackage));
}
