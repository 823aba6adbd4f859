import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';

/** A token in a list's form. */
export interface ListedToken {
  readonly chainId: number;
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
  /** The publisher of the list: two lists of one publisher are one source. */
  readonly house: string;
}

/** A package of token addresses. */
const listPackage = z.strictObject({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  house: z.string(),
  /** An older release beside the newest; npm installs it under this name. */
  as: z.string().optional(),
  /** An expression over `load(file)`, which gives the package's module or JSON. It returns the tokens. */
  tokens: z.string(),
});

/**
 * Public lists under licences that allow their use, the one with the symbols as on the chain first. Aave's and
 * Superfluid's own tokens, which stand beside the real ones, are left out; Aave's last market on Fantom is in older releases
 * only; Beefy's symbols are names of its own (USDCe for USDC.e).
 */
export const listPackages = z
  .array(listPackage)
  .parse(JSON.parse(readFileSync(new URL('../../fixtures/spam/token-lists.json', import.meta.url), 'utf8')));

const listed = z.object({
  chainId: z.number(),
  address: z.string(),
  symbol: z.string(),
  decimals: z.number(),
});

/** All tokens of all packages, installed from the npm registry into a temporary folder. */
export function readTokenLists(): ListedToken[] {
  const folder = mkdtempSync(join(tmpdir(), 'token-lists-'));
  try {
    const wanted = listPackages.map(({ name, version, as }) =>
      as === undefined ? `${name}@${version}` : `${as}@npm:${name}@${version}`,
    );
    execFileSync('npm', ['install', '--ignore-scripts', '--no-save', '--prefix', folder, ...wanted], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return listPackages.flatMap((one) => tokensOf(one, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tokensOf(
  { name, as = name, house, tokens }: z.infer<typeof listPackage>,
  folder: string,
): ListedToken[] {
  const home = join(folder, 'node_modules', as);
  if (house === 'Wormhole') exportEntries(home);
  // The packages' code runs in a separate process.
  const program = `
    import { createRequire } from 'node:module';
    const load = async (file) => {
      const path = ${JSON.stringify(home)} + '/' + file;
      if (/json$|build.address-book/.test(file)) return createRequire(path)(path);
      const all = await import(path);
      return all.default?.default ?? all.default ?? all;
    };
    const number = (t) => ({ chainId: t.chainId, address: t.address, symbol: t.symbol, decimals: t.decimals });
    process.stdout.write(JSON.stringify((${tokens}).map(number)));`;
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const found: unknown = JSON.parse(text);
  return z
    .array(z.unknown())
    .parse(found)
    .flatMap((token) => {
      const read = listed.safeParse(token);
      return read.success ? [{ ...read.data, house }] : [];
    });
}

/** Wormhole's module exports no list and needs the rest of the package: a copy exports only the list. */
function exportEntries(home: string): void {
  const text = readFileSync(join(home, 'dist/esm/constants/tokens/mainnet.js'), 'utf8')
    .replace(/^import .*$/m, '')
    .replace(/^export .*$/m, 'export { mainnetTokenEntries };');
  writeFileSync(join(home, 'wormhole.mjs'), text);
}
