import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundling, functionFolders, functionZip, zipInPackage } from '../lib/aws/bundling.ts';
import {
  notPermissive,
  packagesOfCommandLine,
  packagesOfFunctions,
} from '../lib/package/bundled-packages.ts';
import { licencesText } from '../lib/package/licences.ts';

/**
 * `npm run build`, and before `npm pack`: dist/ with the construct, its declarations, bundles that need none of their
 * dependencies, and the licences of what is in them.
 */
const repository = fileURLToPath(new URL('../', import.meta.url));
const at = (path: string) => `${repository}${path}`;

rmSync(at('dist'), { recursive: true, force: true });
execFileSync(at('node_modules/.bin/tsc'), ['-p', at('tsconfig.build.json')], { stdio: 'inherit' });
mkdirSync(at('dist/bundles'));
for (const folder of functionFolders) writeFileSync(at(`dist/${zipInPackage(folder)}`), functionZip(folder));
// In pieces: each command loads its own part of the AWS SDK.
await build({
  ...bundling,
  target: 'node20',
  sourcemap: false,
  splitting: true,
  entryPoints: [at('bin/package-cli.ts')],
  // As deep as the construct's modules: both find the rest of dist/ by relative paths.
  outdir: at('dist/bin/cli'),
});

const packages = [...(await packagesOfFunctions()), ...(await packagesOfCommandLine())];
const unread = notPermissive(packages);
if (unread.length > 0) throw new Error(`a licence to be read before it is handed on: ${unread.join(', ')}`);
writeFileSync(at('dist/licences.txt'), licencesText(packages));
