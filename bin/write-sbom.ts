import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { packagesOfFunctions } from '../lib/package/bundled-packages.ts';
import { deployedSbom } from '../lib/package/sbom.ts';

/** `npm run -s sbom > chainbell.cdx.json`: the bill of materials of what is deployed. */
const whole = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
  cwd: fileURLToPath(new URL('../', import.meta.url)),
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.stdout.write(
  `${JSON.stringify(deployedSbom(JSON.parse(whole), await packagesOfFunctions()), null, 2)}\n`,
);
