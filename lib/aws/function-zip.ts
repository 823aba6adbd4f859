import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundling, type FunctionFolder } from './bundling.ts';

/** Of a checkout; in the package it is its dist/. */
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where the package has a function's zip, below `root`. */
export const readyZip = (folder: FunctionFolder) => `bundles/${folder}.zip`;

/**
 * The .zip that Lambda runs. The package brings it; a checkout makes it of its sources. The same sources with the packages of the
 * lock file give the same bytes on every machine, so that Lambda's CodeSha256 says whether they are what runs.
 */
export function functionZip(folder: FunctionFolder): Uint8Array {
  const ready = root + readyZip(folder);
  return existsSync(ready) ? readFileSync(ready) : makeZip(folder);
}

/** The zip's hash as Lambda says it. */
export function codeSha256(folder: FunctionFolder): string {
  return createHash('sha256').update(functionZip(folder)).digest('base64');
}

/** index.mjs, as the handler `index.handler` names it, and its source map. */
export function bundledFiles(folder: FunctionFolder): Record<string, Uint8Array> {
  const { outputFiles } = development<typeof import('esbuild')>('esbuild').buildSync({
    ...bundling,
    // All paths that esbuild writes are relative to this folder.
    absWorkingDir: root,
    entryPoints: [`functions/${folder}/handler.ts`],
    outfile: 'index.mjs',
    write: false,
  });
  return Object.fromEntries(outputFiles.map(({ path, contents }) => [basename(path), contents]));
}

function makeZip(folder: FunctionFolder): Uint8Array {
  // Written in JavaScript: what zlib makes of the same bytes depends on the processor and on the release of Node.js.
  const { zipSync } = development<typeof import('fflate')>('fflate');
  return zipSync(bundledFiles(folder), {
    // A zip has local times and no zone.
    mtime: new Date(1980, 0, 1),
    // On Unix, readable for the user that Lambda runs it as.
    os: 3,
    attrs: 0o644 << 16,
  });
}

/** A package that a checkout has and an installed Chainbell does not need. */
function development<Module>(name: string): Module {
  return createRequire(import.meta.url)(name);
}
