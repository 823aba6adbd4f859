import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundling, functionFolders, functionZip, zipInPackage } from '../lib/aws/bundling.ts';
import { settings } from '../lib/aws/settings/definitions.ts';
import { readSettings } from '../lib/aws/settings/read-settings.ts';
import {
  licencesText,
  notPermissive,
  packagesOfCommandLine,
  packagesOfFunctions,
} from '../lib/package/bundled-packages.ts';

/**
 * `npm run build`, and before `npm pack`: dist/ with the construct, its declarations, bundles that need none of their
 * dependencies, and the licences of what is in them.
 */
const repository = fileURLToPath(new URL('../', import.meta.url));
const at = (path: string) => `${repository}${path}`;

rmSync(at('dist'), { recursive: true, force: true });
execFileSync(at('node_modules/.bin/tsc'), ['-p', at('tsconfig.build.json')], { stdio: 'inherit' });
documentProps(at('dist/lib/aws/settings/definitions.d.ts'));
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

/** Gives each prop of the construct that is a setting its meaning and default as a doc comment. */
function documentProps(declarations: string): void {
  const defaults = new Map(Object.entries(readSettings({})));
  let text = readFileSync(declarations, 'utf8');
  for (const [name, { meaning }] of Object.entries(settings)) {
    const comment = `    /** ${meaning} @default ${JSON.stringify(defaults.get(name))} */\n`;
    text = text.replace(new RegExp(`^ {4}${name}: `, 'm'), `${comment}$&`);
  }
  writeFileSync(declarations, text);
}
