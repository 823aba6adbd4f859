import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import * as z from 'zod';
import { bundling, functionFolders } from '../aws/bundling.ts';

/** An npm package with code in a bundle. */
export type BundledPackage = ReturnType<typeof packagesIn>[number];

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

/** Returns esbuild's outputs. Its inputs also list packages whose code is unused and dropped. */
async function outputsOf(options: BuildOptions): Promise<Output[]> {
  const { metafile } = await build({
    ...bundling,
    ...options,
    // Minifies syntax only: nothing but dropped code changes the list of packages.
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

function packagesIn(outputs: readonly Output[]) {
  // The last node_modules in the path: a package may bring its own version of another.
  const folderOf = (path: string) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [];
  const found = outputs.flatMap(([bundle, { inputs }]) =>
    Object.keys(inputs)
      .flatMap(folderOf)
      .map((folder) => ({ folder, bundle })),
  );
  return Array.from(
    Map.groupBy(found, ({ folder }) => folder),
    ([folder, all]) => {
      const { license, ...own } = manifest.parse(
        JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
      );
      // Each version of a package has its own folder. `within` names the bundles that contain the version's code.
      return { ...own, licence: license, folder, within: [...new Set(all.map(({ bundle }) => bundle))] };
    },
  ).toSorted((one, other) => (`${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1));
}

/** The licence, and the notice if there is one. */
function licenceTexts({ folder }: BundledPackage): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => /^(licen[cs]e|notice)([.-]|$)/i.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8').trim());
}

/** These licences ask only to be kept beside copies. A person must read any other licence, and any combination. */
const permissive = /^(MIT(-0)?|Apache-2\.0|ISC|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0)$/;

export function notPermissive(packages: readonly BundledPackage[]): string[] {
  return packages
    .filter(({ licence }) => !permissive.test(licence))
    .map(({ name, version, licence }) => `${name}@${version}: ${licence}`);
}

/** Each licence text once, below the packages that have it. */
export function licencesText(packages: readonly BundledPackage[]): string {
  const byText = Map.groupBy(packages, (one) => licenceTexts(one).join('\n\n'));
  return Array.from(byText, ([text, all]) => {
    const names = new Set(all.map(({ name, version, licence }) => `${name} ${version} (${licence})`));
    return `${[...names].join('\n')}\n\n${text}`.trim();
  })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}
