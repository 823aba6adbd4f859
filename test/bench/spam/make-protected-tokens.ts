import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { knownChains } from '../../../functions/chain/chains.ts';
import { type Brand, brands, everywhere } from './protected-brands.ts';
import { type ListedToken, listPackages, readTokenLists } from './token-lists.ts';

/**
 * Writes functions/chain/protected-tokens.json, the addresses of the tokens in protected-brands.json, and beside it the lists that
 * these come from: the functions need no word of the lists.
 *
 *     node test/bench/spam/make-protected-tokens.ts
 *
 * The addresses come from the packages of token-lists.json and from documented-contracts.json, which says where it
 * overlaps with the labelled set that the rules are measured on. A listed token counts if its symbol is a brand's, without a
 * bridge's suffix (USDC.e, USD₮0). One source makes an address genuine, because calling a real token fake is the worse mistake;
 * `sources` counts the publishers that list it.
 */

/** Test networks are left out: their tokens are worth nothing, so nobody imitates them. */
const testNetworks = new Set(['goerli', 'sepolia', 'mumbai', 'bsc testnet']);
const chainIds = new Set(knownChains.filter(({ name }) => !testNetworks.has(name)).map(({ id }) => id));
/** Not contracts: lists use these for a chain's own coin. */
const placeholders = new Set([`0x${'0'.repeat(40)}`, `0x${'e'.repeat(40)}`]);

/** Tokens of the lists that only share a symbol with a brand. */
const namesakes = new Set([
  '0xbd6323a83b613f668687014e8a5852079494fb68', // BTC, "BlackrockTradingCurrency"
  '0x23e8a70534308a4aaf76fb8c32ec13d17a3bd89e', // LUSD, Linear's lUSD
  '0x55cd6469f597452b5a7536e2cd98fde4c1247ee4', // LUNA, "Luna by Virtuals"
  '0x52b492a33e447cdb854c7fc19f1e57e8bfa1777d', // PEPE, "BasedPepe"
  '0x9d3bbb0e988d9fb2d55d07fe471be2266ad9c81c', // SKY on Cronos, where Sky issued nothing
  '0x0439b92098bf71dd4abf1ba73b974a8c52f1f5f3', // SAFE on Avalanche, where Safe issued nothing
  '0x8a2870fb69a90000d6439b7adfb01d4ba383a415', // DEGEN on Polygon, years older than Base's
]);

/** Real tokens of other issuers that share a brand's symbol, by their own names. */
const otherIssuers = new Map([['0xbc5142e0cc5eb16b47c63b0f033d4c2480853a52', 'Monerium USD']]); // USDe; Ethena's is another

interface Contract {
  /** Chains on which the contract is not the brand's. */
  readonly symbol?: string;
  readonly name?: string;
  /** Absent: 18. */
  readonly decimals?: number;
  /** Absent: one. */
  readonly sources?: number;
}

const { contracts } = z
  .object({ contracts: z.array(z.tuple([z.string(), z.string(), z.string(), z.number(), z.string()])) })
  .parse(
    JSON.parse(
      readFileSync(new URL('../../fixtures/spam/documented-contracts.json', import.meta.url), 'utf8'),
    ),
  );
const documented = contracts.map(([chain, symbol, address, decimals, house]) => {
  return { chainId: Number(chain), symbol, address, decimals, house };
});

/** The symbol without a bridge's suffix: USDC.e, DAI.e, WETH.e, BTC.b and USD₮0. */
function plainSymbol({ symbol, chainId }: ListedToken): string {
  // Fantom's USDT; elsewhere fUSDT is a lender's receipt.
  if (chainId === 250 && symbol === 'fUSDT') return 'USDT';
  return symbol
    .replace(/₮/g, 'T')
    .replace(/\.(e|b|m)$/i, '')
    .toUpperCase();
}

function contractsOf({ symbol, aliases = [] }: Brand, tokens: readonly ListedToken[]) {
  const called = new Set([symbol, ...aliases].map((text) => text.toUpperCase()));
  const own = tokens.filter((token) => {
    const address = token.address.toLowerCase();
    if (!/^0x[0-9a-f]{40}$/.test(address) || placeholders.has(address) || namesakes.has(address))
      return false;
    return chainIds.has(chainOf(token)) && called.has(plainSymbol(token));
  });
  const chains = [...Map.groupBy(own, chainOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    chains.map(([chain, there]) => {
      const byAddress = [...Map.groupBy(there, ({ address }) => address.toLowerCase())];
      const inOrder = byAddress.toSorted(([a], [b]) => (a < b ? -1 : 1));
      return [
        chain,
        Object.fromEntries(
          inOrder.map(([address, entries]) => [address, contractOf(symbol, address, entries)]),
        ),
      ];
    }),
  );
}

function chainOf({ chainId }: ListedToken): string {
  return `0x${chainId.toString(16)}`;
}

function contractOf(symbol: string, address: string, entries: readonly ListedToken[]): Contract {
  const [first] = entries;
  const [decimals, ...others] = new Set(entries.map((entry) => entry.decimals));
  if (first === undefined || decimals === undefined || others.length > 0)
    throw new Error(`The lists do not agree on the decimals of ${symbol} at ${address}.`);
  const own = first.symbol.toUpperCase() === symbol.toUpperCase() ? {} : { symbol: first.symbol };
  const name = otherIssuers.get(address);
  const sources = new Set(entries.map(({ house }) => house)).size;
  return {
    ...own,
    ...(name === undefined ? {} : { name }),
    ...(decimals === 18 ? {} : { decimals }),
    ...(sources === 1 ? {} : { sources }),
  };
}

function protectedTokens(tokens: readonly ListedToken[]) {
  return brands.map((brand) => {
    const { symbol, aliases, class: kind, names, issuedOn } = brand;
    const at = contractsOf(brand, tokens);
    // If no list has the token on a chain, a genuine contract may still exist there, so an unlisted token is not proved fake.
    const settled = issuedOn === 'everywhere' ? everywhere.filter((chain) => chain in at) : issuedOn;
    return { symbol, ...(aliases && { aliases }), class: kind, names, issuedOn: settled, at };
  });
}

const sources = {
  made: new Date().toISOString().slice(0, 10),
  sources: listPackages.map(({ name, version, licence }) => `${name}@${version} (${licence})`),
  documented: [...new Set(documented.map(({ house }) => house))],
};
const tokens = protectedTokens([...readTokenLists(), ...documented]);
const folder = new URL('../../../functions/chain/', import.meta.url);
for (const [file, made] of Object.entries({ 'protected-tokens': { tokens }, 'protected-sources': sources }))
  writeFileSync(new URL(`${file}.json`, folder), `${JSON.stringify(made, null, 2)}\n`);
