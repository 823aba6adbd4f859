import type { Address } from './address.ts';
import type { TransactionHash } from './units.ts';

export interface Chain {
  /** The API's name, or the hex id if it has none: what rows and alerts carry. */
  readonly name: string;
  /** In lower-case hex without leading zeros, `0x1`. */
  readonly id: string;
  /** Address of a transaction's page without the hash; null: no explorer is known. */
  readonly explorer: string | null;
  readonly coin: { readonly name: string; readonly symbol: string } | null;
  /** Blocks of about five minutes: a scan goes back this far after a re-org. */
  readonly reorgBlocks: number;
  /** The chain as its node shows it beside the API: the chain of a nodeWatch. */
  readonly besideApi?: boolean;
}

export function chainKey({ id, besideApi }: Pick<Chain, 'id' | 'besideApi'>): string {
  return besideApi ? `${id}#node` : id;
}

/** A chain's name as a command's argument: `bsc-testnet`. */
export function typedName({ name }: Pick<Chain, 'name'>): string {
  return name.replace(' ', '-');
}

export class UnknownChain extends Error {
  override readonly name = 'UnknownChain';
}

export const nativeDecimals = 18;

type Row = readonly [
  name: string,
  id: string,
  coin: string,
  symbol: string,
  explorer: string | null,
  reorgBlocks: number,
];

/** The chains of the API document (4.1), then later ones. An abandoned explorer is null: somebody may buy its name. */
const rows: readonly Row[] = [
  ['eth', '0x1', 'Ether', 'ETH', 'etherscan.io', 25], // 12 s
  ['goerli', '0x5', 'Ether', 'ETH', null, 25], // 12 s, gone
  ['sepolia', '0xaa36a7', 'Ether', 'ETH', 'sepolia.etherscan.io', 25], // 12 s
  ['polygon', '0x89', 'POL', 'POL', 'polygonscan.com', 150], // 2 s
  ['mumbai', '0x13881', 'POL', 'POL', null, 150], // 2 s, gone
  ['bsc', '0x38', 'BNB', 'BNB', 'bscscan.com', 670], // 0.45 s, once 3 s
  ['bsc testnet', '0x61', 'BNB', 'BNB', 'testnet.bscscan.com', 670], // 0.45 s
  ['avalanche', '0xa86a', 'Avalanche', 'AVAX', 'snowtrace.io', 300], // 1 to 2 s
  ['fantom', '0xfa', 'Fantom', 'FTM', 'explorer.fantom.network', 300], // 1 s
  ['palm', '0x2a15c308d', 'PALM', 'PALM', null, 150], // 2 s, gone from the service
  ['cronos', '0x19', 'Cronos', 'CRO', 'explorer.cronos.org', 600], // 0.5 s, once 6 s
  ['arbitrum', '0xa4b1', 'Ether', 'ETH', 'arbiscan.io', 1200], // 0.25 s
  ['base', '0x2105', 'Ether', 'ETH', 'basescan.org', 150], // 2 s
  ['optimism', '0xa', 'Ether', 'ETH', 'optimistic.etherscan.io', 150], // 2 s
  ['linea', '0xe708', 'Ether', 'ETH', 'lineascan.build', 150], // 2 s
  ['gnosis', '0x64', 'xDAI', 'XDAI', 'gnosisscan.io', 60], // 5 s
];

export const knownChains: readonly Chain[] = rows.map(([name, id, coin, symbol, explorer, reorgBlocks]) => ({
  name,
  id,
  coin: { name: coin, symbol },
  explorer: explorer && `https://${explorer}/tx/`,
  reorgBlocks,
}));

/** Five minutes at a block a second: most unknown chains are faster than Ethereum. */
const defaultReorgBlocks = 300;

/** Maximum pace of a chain, as a multiple of its pace above: the slowest chains became twelve times as fast. */
const spareSpeed = 32;
const fastest = 200; // twice the fastest chain there is, at 0.01 s a block
/** The time that each chain's `reorgBlocks` take. */
export const reorgSeconds = 300;

const aliases: Readonly<Record<string, string>> = {
  ethereum: 'eth',
  mainnet: 'eth',
  matic: 'polygon',
  bnb: 'bsc',
  'bnb testnet': 'bsc testnet',
  avax: 'avalanche',
  ftm: 'fantom',
  arb: 'arbitrum',
  'arbitrum one': 'arbitrum',
  op: 'optimism',
  xdai: 'gnosis',
};

const byName = new Map(knownChains.map((chain) => [chain.name, chain]));
const byId = new Map(knownChains.map((chain) => [chain.id, chain]));
const byAlias = new Map(Object.entries(aliases).map(([alias, name]) => [alias, byName.get(name)]));

/** EIP-2294: the largest chain id that every wallet can hold. An address, typed as a chain, is larger. */
const largestId = 0x7fffffffffffffdbn;

/** The chain of a name in any case (`bsc testnet` also with - or _), an alias or a hex id, known or not. @throws UnknownChain */
export function findChain(text: string): Chain {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
  const known = byName.get(name) ?? byAlias.get(name);
  if (known !== undefined) return known;
  const number = /^0x[0-9a-f]{1,66}$/.test(name) ? BigInt(name) : 0n;
  if (number === 0n || number > largestId) throw unknown(text.trim());
  const id = `0x${number.toString(16)}`;
  return byId.get(id) ?? { name: id, id, coin: null, explorer: null, reorgBlocks: defaultReorgBlocks };
}

/** The number of blocks that the chain adds in twelve seconds. One machine of a node's host may lag that far behind another. */
export function maxLag({ reorgBlocks }: Pick<Chain, 'reorgBlocks'>): number {
  return Math.ceil((reorgBlocks * 12) / reorgSeconds);
}

/** Blocks a second that the chain never reaches. */
export function maxBlocksPerSecond({ id, reorgBlocks }: Pick<Chain, 'id' | 'reorgBlocks'>): number {
  return byId.has(id) ? (reorgBlocks / reorgSeconds) * spareSpeed : fastest;
}

export function explorerUrl(chain: Chain, transactionHash: TransactionHash | null): string | null {
  return chain.explorer === null || transactionHash === null ? null : `${chain.explorer}${transactionHash}`;
}

export function walletUrl(chain: Chain, wallet: Address): string | null {
  return chain.explorer === null ? null : chain.explorer.replace(/tx\/$/, `address/${wallet}`);
}

function unknown(text: string): UnknownChain {
  const names = knownChains.map((chain) => chain.name).join(', ');
  const hint = /^\d{1,15}$/.test(text) ? ` (${text} in hex is 0x${Number(text).toString(16)})` : '';
  return new UnknownChain(
    `"${text.slice(0, 40).toWellFormed()}" is not a known chain: it takes one of ${names}, or a hex id such as 0x2105${hint}.`,
  );
}
