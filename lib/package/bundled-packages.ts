import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import * as z from 'zod';
import { bundling, functionFolders } from '../aws/bundling.ts';

/** An npm package with code in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** From the repository's root: two versions of a package have two folders. */
  readonly folder: string;
  /** The bundles that hold code of it. */
  readonly within: readonly string[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });

export async function packagesOfFunctions(): Promise<BundledPackage[]> {
  const entries = functionFolders.map((folder) => ({ in: `functions/${folder}/handler.ts`, out: folder }));
  return packagesIn(await outputsOf({ entryPoints: entries }));
}

export async function packagesOfCommandLine(): Promise<BundledPackage[]> {
  const outputs = await outputsOf({ entryPoints: ['bin/package-cli.ts'], splitting: true });
  return packagesIn(outputs.map(([, output]) => ['command line', output]));
}

type Output = readonly [bundle: string, Metafile['outputs'][string]];

/** esbuild's outputs hold less than it read. */
async function outputsOf(options: BuildOptions): Promise<Output[]> {
  const { metafile } = await build({
    ...bundling,
    ...options,
    // Only dropped code changes the list of packages.
    minify: false,
    minifySyntax: bundling.minify,
    write: false,
    metafile: true,
    absWorkingDir: root,
    outdir: 'nowhere',
  });
  return Object.entries(metafile.outputs).map(([path, output]) => [
    path.replace(/^nowhere\//, '').replace(/\.js$/, ''),
    output,
  ]);
}

function packagesIn(outputs: readonly Output[]): BundledPackage[] {
  const bundlesByFolder = new Map<string, Set<string>>();
  for (const [bundle, { inputs }] of outputs) {
    for (const path of Object.keys(inputs)) {
      // The last node_modules: a package may bring its own version of another.
      const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
      if (folder === undefined) continue;
      bundlesByFolder.set(folder, (bundlesByFolder.get(folder) ?? new Set()).add(bundle));
    }
  }
  return [...bundlesByFolder]
    .map(([folder, bundles]) => {
      const { license, ...own } = manifest.parse(
        JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
      );
      return { ...own, licence: license, folder, within: [...bundles] };
    })
    .toSorted((one, other) => (`${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1));
}

/** The licence, and the notice if there is one. */
function licenceTexts({ folder }: BundledPackage): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => /^(licen[cs]e|notice)([.-]|$)/i.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8').trim());
}

/** These ask at most to be kept beside copies. A person must read any other, and an expression of several. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
]);

export function notPermissive(packages: readonly BundledPackage[]): string[] {
  return packages
    .filter(({ licence }) => !permissive.has(licence))
    .map(({ name, version, licence }) => `${name}@${version}: ${licence}`);
}

/** Each licence text once, below the packages that have it. */
export function licencesText(packages: readonly BundledPackage[]): string {
  const namesByText = new Map<string, Set<string>>();
  for (const one of packages) {
    const text = licenceTexts(one).join('\n\n');
    const names = namesByText.get(text) ?? new Set();
    namesByText.set(text, names.add(`${one.name} ${one.version} (${one.licence})`));
  }
  return [...namesByText]
    .map(([text, names]) => `${[...names].join('\n')}\n\n${text}`.trim())
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}
