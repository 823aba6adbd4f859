import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';

/** A token as a list has it. */
export interface ListedToken {
  readonly chainId: number;
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
  /** The house that keeps the list: two lists of one house are one source. */
  readonly house: string;
}

/** A package of token addresses. */
export interface ListPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly house: string;
  /** An older release beside the newest: npm installs it under this name. */
  readonly as?: string;
  /** An expression over `load(file)`, the package's module or JSON, that gives the tokens. */
  readonly tokens: string;
}

/** Tokens of Aave's and Superfluid's own making stand beside the real ones. */
const underlying = `filter((t) => !t.tags?.some((tag) => /supertoken|aToken|stata|static|uStk/i.test(tag)))`;
const aave = `(await load('tokenlist.json')).tokens.${underlying}`;
const wormholeChains = `{ Ethereum: 1, Bsc: 56, Polygon: 137, Avalanche: 43114, Arbitrum: 42161, Optimism: 10, Base: 8453 }`;

/** Public lists under licences that allow their use, the one with the symbols as on the chain first. */
export const listPackages: readonly ListPackage[] = [
  {
    name: '@aave-dao/aave-address-book',
    version: '4.68.1',
    licence: 'MIT',
    house: 'Aave',
    tokens: aave,
  },
  {
    name: '@bgd-labs/aave-address-book',
    version: '4.44.22',
    licence: 'MIT',
    house: 'Aave',
    tokens: aave,
  },
  {
    // The last market on Fantom is in older releases only.
    name: '@bgd-labs/aave-address-book',
    version: '4.9.0',
    licence: 'MIT',
    house: 'Aave',
    as: 'aave-with-fantom',
    tokens: aave,
  },
  {
    name: '@eth-optimism/tokenlist',
    version: '10.0.1770',
    licence: 'MIT',
    house: 'Optimism',
    tokens: `(await load('dist/optimism.tokenlist.mjs')).tokens`,
  },
  {
    name: '@pancakeswap/tokens',
    version: '0.9.1',
    licence: 'MIT',
    house: 'PancakeSwap',
    tokens: `Object.entries(await load('dist/index.mjs')).filter(([k]) => /^(bsc|arbitrum|base|linea|ethereum)Tokens$/.test(k)).flatMap(([, v]) => Object.values(v))`,
  },
  {
    name: '@superfluid-finance/tokenlist',
    version: '5.38.0',
    licence: 'MIT',
    house: 'Superfluid',
    tokens: `(await load('dist/superfluid.extended.tokenlist.json')).tokens.${underlying}`,
  },
  {
    name: '@metamask/contract-metadata',
    version: '2.5.0',
    licence: 'ISC',
    house: 'MetaMask',
    tokens: `Object.entries(await load('contract-map.json')).map(([address, t]) => ({ chainId: 1, address, ...t }))`,
  },
  {
    name: '@wormhole-foundation/sdk-base',
    version: '6.1.5',
    licence: 'Apache-2.0',
    house: 'Wormhole',
    tokens: `(await load('wormhole.mjs')).mainnetTokenEntries.flatMap(([chain, all]) => all.map(([, t]) => ({ ...t, chainId: ${wormholeChains}[chain] })))`,
  },
  {
    name: '@lifi/data-types',
    version: '7.1.0',
    licence: 'Apache-2.0',
    house: 'LI.FI',
    tokens: `(await load('src/_esm/index.js')).defaultCoins.flatMap((coin) => Object.entries(coin.chains).map(([id, t]) => ({ symbol: coin.key, ...t, chainId: Number(id) })))`,
  },
  {
    name: '@yodlpay/tokenlists',
    version: '0.8.40',
    licence: 'MIT',
    house: 'Yodl',
    tokens: `(await load('dist/tokenlist-generated.json')).tokens`,
  },
  {
    // Its symbols are names of its own: USDCe for USDC.e.
    name: 'blockchain-addressbook',
    version: '0.54.111',
    licence: 'MIT',
    house: 'Beefy',
    tokens: `Object.values((await load('build/address-book/index.js')).addressBook).flatMap((chain) => Object.values(chain.tokens)).map((t) => ({ ...t, symbol: t.symbol.replace(/^(USDC|USDT|WBTC|WETH|DAI|BTC)([eb])$/, '$1.$2') }))`,
  },
];

const listed = z.object({
  chainId: z.number(),
  address: z.string(),
  symbol: z.string(),
  decimals: z.number(),
});

/** All tokens of all packages, installed from the npm registry into a folder that is gone afterwards. */
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

function tokensOf({ name, as = name, house, tokens }: ListPackage, folder: string): ListedToken[] {
  const home = join(folder, 'node_modules', as);
  if (house === 'Wormhole') exportEntries(home);
  // A process of its own runs what is theirs.
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

/** Wormhole's module keeps its list to itself and needs the rest of the package: a copy exports the bare list. */
function exportEntries(home: string): void {
  const text = readFileSync(join(home, 'dist/esm/constants/tokens/mainnet.js'), 'utf8')
    .replace(/^import .*$/m, '')
    .replace(/^export .*$/m, 'export { mainnetTokenEntries };');
  writeFileSync(join(home, 'wormhole.mjs'), text);
}
