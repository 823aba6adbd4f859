import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, OutputFile } from 'esbuild';

/** A folder of functions/ with a handler.ts. */
export const functionFolders = ['dispatch-polls', 'poll-wallets', 'deliver-alerts'] as const;
export type FunctionFolder = (typeof functionFolders)[number];

/** How esbuild bundles a function, or the package's command line. */
export const bundling = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  sourcemap: true,
  sourcesContent: false,
  // Keeps paths in source maps the same if node_modules is a link.
  preserveSymlinks: true,
  // CommonJS parts of dependencies call require(), which an ES module does not have.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
} satisfies BuildOptions;

/** Root of the checkout; in the package its dist/. */
const root = fileURLToPath(new URL('../..', import.meta.url));

export const zipInPackage = (folder: FunctionFolder) => `bundles/${folder}.zip`;

/** The .zip that Lambda runs: brought by the package, built in a checkout. The same bytes on every machine. */
export function functionZip(folder: FunctionFolder): Uint8Array {
  return readyZip(folder) ?? zipOf(esbuild().buildSync(buildOf(folder)));
}

/** CodeSha256 as Lambda shows it. Asynchronous, so that network calls go on meanwhile. */
export async function codeSha256(folder: FunctionFolder): Promise<string> {
  const zip = readyZip(folder) ?? zipOf(await esbuild().build(buildOf(folder)));
  return createHash('sha256').update(zip).digest('base64');
}

function readyZip(folder: FunctionFolder): Uint8Array | null {
  const path = root + zipInPackage(folder);
  return existsSync(path) ? readFileSync(path) : null;
}

/** index.mjs, for the handler name `index.handler`. */
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
  // In JavaScript: zlib's output depends on processor and Node.js release.
  const { zipSync } = development<typeof import('fflate')>('fflate');
  return zipSync(Object.fromEntries(outputFiles.map(({ path, contents }) => [basename(path), contents])), {
    mtime: new Date(1980, 0, 1),
    os: 3,
    attrs: 0o644 << 16,
  });
}

const esbuild = () => development<typeof import('esbuild')>('esbuild');

/** A development dependency, which an installed package lacks. */
function development<Module>(name: string): Module {
  return createRequire(import.meta.url)(name);
}
