import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { bundling, functionFolders } from '../../lib/aws/bundling.ts';

/**
 * Kilobytes: a cold start reads and compiles all of it. `import { z }` in place of `* as z` alone brings 360 more. dispatch-polls
 * has the list of genuine contracts, by which it ranks activity, and not the tables of look-alike letters.
 */
const maxKilobytes = { 'dispatch-polls': 850, 'poll-wallets': 1_750, 'deliver-alerts': 1_650 };

it.each(functionFolders)('the bundle of %s is lean', async (folder) => {
  const { banner, sourceMap, ...options } = bundling;
  const { outputFiles } = await build({
    ...options,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    entryPoints: [fileURLToPath(new URL(`../../functions/${folder}/handler.ts`, import.meta.url))],
    outfile: 'index.mjs',
  });
  const bytes = outputFiles.reduce((sum, { contents }) => sum + contents.length, 0);
  expect(bytes / 1_000).toBeLessThan(maxKilobytes[folder]);
});
