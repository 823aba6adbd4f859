import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundling } from '../../../lib/aws/bundling.ts';

export const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** Bundles a file with the options of a deploy. @returns kilobytes */
export async function bundle(entry: string, outfile: string): Promise<number> {
  const { metafile } = await build({
    ...bundling,
    sourcemap: false,
    metafile: true,
    entryPoints: [entry],
    outfile,
    nodePaths: [`${repository}node_modules`],
  });
  return Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
}
