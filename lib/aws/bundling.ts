import type { BuildOptions } from 'esbuild';

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
  // Keeps paths in source maps the same where node_modules is a link.
  preserveSymlinks: true,
  // CommonJS parts of dependencies call require(), which an ES module does not have.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
} satisfies BuildOptions;
