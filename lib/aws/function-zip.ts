import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, OutputFile } from 'esbuild';
import { bundling, type FunctionFolder } from './bundling.ts';

/** The checkout's root; in the package its dist/. */
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where the package has a function's zip, below `root`. */
export const zipInPackage = (folder: FunctionFolder) => `bundles/${folder}.zip`;

/**
 * The .zip that Lambda runs. The package brings it; a checkout builds it. The same sources and lock file give the same
 * bytes on every machine, so Lambda's CodeSha256 tells whether they are what runs.
 */
export function functionZip(folder: FunctionFolder): Uint8Array {
  return readyZip(folder) ?? zipOf(esbuild().buildSync(buildOf(folder)));
}

/** The zip's hash in Lambda's form. Asynchronous, so that network calls go on meanwhile. */
export async function codeSha256(folder: FunctionFolder): Promise<string> {
  const zip = readyZip(folder) ?? zipOf(await esbuild().build(buildOf(folder)));
  return createHash('sha256').update(zip).digest('base64');
}

function readyZip(folder: FunctionFolder): Uint8Array | null {
  const path = root + zipInPackage(folder);
  return existsSync(path) ? readFileSync(path) : null;
}

/** Makes index.mjs, as the handler `index.handler` names it, and its source map. */
function buildOf(folder: FunctionFolder) {
  return {
    ...bundling,
    // esbuild writes paths relative to this folder.
    absWorkingDir: root,
    entryPoints: [`functions/${folder}/handler.ts`],
    outfile: 'index.mjs',
    write: false,
  } satisfies BuildOptions;
}

function zipOf({ outputFiles }: { readonly outputFiles: readonly OutputFile[] }): Uint8Array {
  // A compressor in JavaScript: zlib's output depends on the processor and the Node.js release.
  const { zipSync } = development<typeof import('fflate')>('fflate');
  return zipSync(Object.fromEntries(outputFiles.map(({ path, contents }) => [basename(path), contents])), {
    // A zip has local times and no zone.
    mtime: new Date(1980, 0, 1),
    // Unix permissions: readable for Lambda's user.
    os: 3,
    attrs: 0o644 << 16,
  });
}

const esbuild = () => development<typeof import('esbuild')>('esbuild');

/** A package that a checkout has and an installed Chainbell does not need. */
function development<Module>(name: string): Module {
  return createRequire(import.meta.url)(name);
}
