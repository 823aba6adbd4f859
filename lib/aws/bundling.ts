import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A folder of functions/ with a handler.ts. */
export const functionFolders = ['dispatch-polls', 'poll-wallets', 'deliver-alerts'] as const;
export type FunctionFolder = (typeof functionFolders)[number];

/** Of a checkout; in the package it is its dist/. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** How esbuild makes a function of its sources, whether a synth asks for it or `npm pack`. */
export const bundling = {
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  sourceMap: true,
  sourcesContent: false,
  // CommonJS parts of dependencies call require(), which an ES module does not have.
  banner: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
};

/** Where the package has its function's bundle; null in a checkout, which bundles what its sources are at each synth. */
export function madeBundle(folder: FunctionFolder): string | null {
  const path = `${root}bundles/${folder}`;
  return existsSync(path) ? path : null;
}
