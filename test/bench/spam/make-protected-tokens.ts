import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { knownChains } from '../../../functions/chain/chains.ts';
import { brands, everywhere } from './protected-brands.ts';

/**
 * Writes functions/spam/protected-tokens.json: where the tokens of protected-brands.ts really live.
 *
 *     node test/bench/spam/make-protected-tokens.ts
 *
 * The addresses are facts from packages whose licences allow their use, at the versions below, none from the labelled
 * set that the rules are measured on. A token of theirs counts where its symbol is a brand's, a bridge's suffix aside
 * (USDC.e, USD₮0). Cronos is in no such package: its six are those of its own documentation.
 */
const aaveBook = '@bgd-labs/aave-address-book';
const packages = [
  { name: '@bgd-labs/aave-address-book', version: '4.44.22', licence: 'MIT', file: 'tokenlist.json' },
  // The last market on Fantom is in older releases only.
  { name: 'aave-with-fantom', version: '4.9.0', licence: 'MIT', file: 'tokenlist.json' },
  {
    name: '@eth-optimism/tokenlist',
    version: '10.0.1757',
    licence: 'MIT',
    file: 'dist/optimism.tokenlist.mjs',
  },
  { name: '@pancakeswap/tokens', version: '0.9.1', licence: 'MIT', file: 'dist/index.mjs' },
  {
    name: '@superfluid-finance/tokenlist',
    version: '5.38.0',
    licence: 'MIT',
    file: 'dist/superfluid.extended.tokenlist.json',
  },
  { name: '@metamask/contract-metadata', version: '2.5.0', licence: 'ISC', file: 'contract-map.json' },
  {
    name: '@wormhole-foundation/sdk-base',
    version: '6.1.5',
    licence: 'Apache-2.0',
    file: 'dist/esm/constants/tokens/mainnet.js',
  },
] as const;

const cronos = {
  WCRO: '0x5C7F8A570d578ED84E63fDFA7b1eE72dEae1AE23',
  WETH: '0xe44Fd7fCb2b1581822D0c862B68222998a0c299a',
  WBTC: '0x062E66477Faf219F25D27dCED647BF57C3107d52',
  USDC: '0xc21223249CA28397B4B6541dfFaEcC539BfF0c59',
  USDT: '0x66e428c3f67a68878562e79A0234c1F83c208770',
  DAI: '0xF2001B145b43032AAF5Ee2884e456CCd805F677D',
};

const wormholeChains = new Map([
  ['Ethereum', 1],
  ['Bsc', 56],
  ['Polygon', 137],
  ['Avalanche', 43114],
  ['Arbitrum', 42161],
  ['Optimism', 10],
  ['Base', 8453],
]);

const listed = z.object({ chainId: z.number(), address: z.string(), symbol: z.string() });
type Listed = z.infer<typeof listed> & { readonly tags?: readonly string[] | undefined };

/** Test networks are left out: their tokens are worth nothing, so nobody imitates them. */
const testNetworks = new Set(['goerli', 'sepolia', 'mumbai', 'bsc testnet']);
const chainIds = new Set(knownChains.filter(({ name }) => !testNetworks.has(name)).map(({ id }) => id));
/** Not contracts: lists write a chain's own coin so. */
const placeholders = new Set([`0x${'0'.repeat(40)}`, `0x${'e'.repeat(40)}`]);

function tokenLists(folder: string): Listed[] {
  const entry = listed.extend({ tags: z.array(z.string()).optional() });
  const path = ({ name, file }: (typeof packages)[number]) => join(folder, 'node_modules', name, file);
  const [aave, fantom, optimism, pancake, superfluid, metamask, wormhole] = packages;
  const json = (text: string): unknown => JSON.parse(text);

  const plain = [aave, fantom, superfluid].flatMap(
    (source) => z.object({ tokens: z.array(entry) }).parse(json(readFileSync(path(source), 'utf8'))).tokens,
  );
  const ofEthereum = z
    .record(z.string(), z.object({ symbol: z.string(), erc20: z.boolean().optional() }))
    .parse(json(readFileSync(path(metamask), 'utf8')));
  // These three are modules: a process of their own reads them, so that this one runs nothing of theirs.
  const moduleTokens = (file: string, expression: string): unknown =>
    json(
      execFileSync(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `const all = await import(${JSON.stringify(file)}); console.log(JSON.stringify(${expression}))`,
        ],
        { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 },
      ),
    );
  const superchain = z
    .array(entry)
    .parse(moduleTokens(path(optimism), '(all.default.default ?? all.default).tokens'));
  const swap = z
    .array(listed)
    .parse(
      moduleTokens(
        path(pancake),
        `Object.entries(all).filter(([k]) => /^(bsc|arbitrum|base|linea|ethereum)Tokens$/.test(k)).flatMap(([, v]) => Object.values(v)).map((t) => ({ chainId: t.chainId, address: t.address, symbol: t.symbol }))`,
      ),
    );
  const bridged = z
    .array(
      z.tuple([
        z.string(),
        z.array(z.tuple([z.string(), z.object({ symbol: z.string(), address: z.string() })])),
      ]),
    )
    .parse(moduleTokens(entriesOnly(path(wormhole)), 'all.mainnetTokenEntries'));
  return [
    ...plain.filter(({ tags }) => !tags?.some((tag) => /supertoken|aToken|stata|static/i.test(tag))),
    ...superchain,
    ...swap,
    ...Object.entries(ofEthereum).map(([address, { symbol }]) => ({ chainId: 1, address, symbol })),
    ...bridged.flatMap(([chain, tokens]) => {
      const chainId = wormholeChains.get(chain);
      return chainId === undefined ? [] : tokens.map(([, token]) => ({ chainId, ...token }));
    }),
    ...Object.entries(cronos).map(([symbol, address]) => ({ chainId: 25, address, symbol })),
  ];
}

/** Wormhole's module keeps its list to itself and needs the rest of the package: a copy exports the bare list. */
function entriesOnly(file: string): string {
  const text = readFileSync(file, 'utf8')
    .replace(/^import .*$/m, '')
    .replace(/^export .*$/m, 'export { mainnetTokenEntries };');
  const copy = `${file}.entries.mjs`;
  writeFileSync(copy, text);
  return copy;
}

/** USDC.e, DAI.e, WETH.e, BTC.b, USD₮0 and USDT0 are what bridges call the token before the suffix. */
function plainSymbol(symbol: string): string {
  return symbol
    .replace(/₮/g, 'T')
    .replace(/\.(e|b|m)$/i, '')
    .replace(/^(USDT0|fUSDT)$/i, 'USDT')
    .replace(/^USDbC$/i, 'USDC')
    .toUpperCase();
}

function protectedTokens(tokens: readonly Listed[]) {
  return brands.map(({ symbol, names, issuedOn, at: shownAt = {} }) => {
    const at = new Map(Object.entries(shownAt).map(([chain, address]) => [chain, new Set([address])]));
    for (const token of tokens) {
      const chain = `0x${token.chainId.toString(16)}`;
      const isAddress = /^0x[0-9a-f]{40}$/i.test(token.address);
      if (!isAddress || placeholders.has(token.address.toLowerCase())) continue;
      if (!chainIds.has(chain) || plainSymbol(token.symbol) !== symbol.toUpperCase()) continue;
      at.set(chain, (at.get(chain) ?? new Set()).add(token.address.toLowerCase()));
    }
    const addresses = Object.fromEntries([...at].sort().map(([chain, found]) => [chain, [...found].sort()]));
    // Where no list has the token, its genuine contract may still exist: there a stranger is not proved false.
    const settled = issuedOn === everywhere ? everywhere.filter((chain) => at.has(chain)) : issuedOn;
    return { symbol, names, issuedOn: settled, at: addresses };
  });
}

const folder = mkdtempSync(join(tmpdir(), 'token-lists-'));
try {
  const wanted = packages.map(({ name, version }) =>
    name === 'aave-with-fantom' ? `${name}@npm:${aaveBook}@${version}` : `${name}@${version}`,
  );
  execFileSync('npm', ['install', '--ignore-scripts', '--no-save', '--prefix', folder, ...wanted], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const made = {
    made: new Date().toISOString().slice(0, 10),
    sources: packages.map(
      ({ name, version, licence }) =>
        `${name === 'aave-with-fantom' ? aaveBook : name}@${version} (${licence})`,
    ),
    tokens: protectedTokens(tokenLists(folder)),
  };
  const target = fileURLToPath(new URL('../../../functions/spam/protected-tokens.json', import.meta.url));
  writeFileSync(target, `${JSON.stringify(made, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
