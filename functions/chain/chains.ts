import type { Address } from './address.ts';

export interface Chain {
  /** The API's name, or the hex id if it has none: what rows and alerts carry. */
  readonly name: string;
  /** In lower-case hex without leading zeros, `0x1`. */
  readonly id: string;
  /** Address of a transaction's page without the hash; null: no explorer is known. */
  readonly explorer: string | null;
  readonly coin: { readonly name: string; readonly symbol: string } | null;
  /** Blocks read again at each poll: a few minutes' worth, for late indexing and re-orgs. */
  readonly rescanBlocks: number;
  /** Only what its node shows, of a chain whose tokens come from the API (nodePart). Absent: all of the chain. */
  readonly part?: 'node';
}

export function chainKey({ id, part }: Pick<Chain, 'id' | 'part'>): string {
  return part === undefined ? id : `${id}#${part}`;
}

/** `message` is a sentence for the person who typed it. */
export class UnknownChain extends Error {
  override readonly name = 'UnknownChain';
}

export const nativeDecimals = 18;

const ether = { name: 'Ether', symbol: 'ETH' };

/** The chains of the API document (4.1), then later ones. An abandoned explorer is null: a link may lead to whoever buys the name. */
export const knownChains: readonly Chain[] = [
  { name: 'eth', coin: ether, id: '0x1', explorer: 'https://etherscan.io/tx/', rescanBlocks: 25 }, // 12 s
  { name: 'goerli', coin: ether, id: '0x5', explorer: null, rescanBlocks: 25 }, // 12 s, gone
  {
    name: 'sepolia',
    coin: ether,
    id: '0xaa36a7',
    explorer: 'https://sepolia.etherscan.io/tx/',
    rescanBlocks: 25,
  }, // 12 s
  {
    name: 'polygon',
    coin: { name: 'POL', symbol: 'POL' },
    id: '0x89',
    explorer: 'https://polygonscan.com/tx/',
    rescanBlocks: 150,
  }, // 2 s
  { name: 'mumbai', coin: { name: 'POL', symbol: 'POL' }, id: '0x13881', explorer: null, rescanBlocks: 150 }, // 2 s, gone
  {
    name: 'bsc',
    coin: { name: 'BNB', symbol: 'BNB' },
    id: '0x38',
    explorer: 'https://bscscan.com/tx/',
    rescanBlocks: 670,
  }, // 0.45 s, once 3 s
  {
    name: 'bsc testnet',
    coin: { name: 'BNB', symbol: 'BNB' },
    id: '0x61',
    explorer: 'https://testnet.bscscan.com/tx/',
    rescanBlocks: 670,
  }, // 0.45 s
  {
    name: 'avalanche',
    coin: { name: 'Avalanche', symbol: 'AVAX' },
    id: '0xa86a',
    explorer: 'https://snowtrace.io/tx/',
    rescanBlocks: 300,
  }, // 1 to 2 s
  {
    name: 'fantom',
    coin: { name: 'Fantom', symbol: 'FTM' },
    id: '0xfa',
    explorer: 'https://explorer.fantom.network/tx/',
    rescanBlocks: 300,
  }, // 1 s
  {
    name: 'palm',
    coin: { name: 'PALM', symbol: 'PALM' },
    id: '0x2a15c308d',
    explorer: null,
    rescanBlocks: 150,
  }, // 2 s, gone from the service
  {
    name: 'cronos',
    coin: { name: 'Cronos', symbol: 'CRO' },
    id: '0x19',
    explorer: 'https://explorer.cronos.org/tx/',
    rescanBlocks: 600,
  }, // 0.5 s, once 6 s
  { name: 'arbitrum', coin: ether, id: '0xa4b1', explorer: 'https://arbiscan.io/tx/', rescanBlocks: 1200 }, // 0.25 s
  { name: 'base', coin: ether, id: '0x2105', explorer: 'https://basescan.org/tx/', rescanBlocks: 150 }, // 2 s
  {
    name: 'optimism',
    coin: ether,
    id: '0xa',
    explorer: 'https://optimistic.etherscan.io/tx/',
    rescanBlocks: 150,
  }, // 2 s
  { name: 'linea', coin: ether, id: '0xe708', explorer: 'https://lineascan.build/tx/', rescanBlocks: 150 }, // 2 s
  {
    name: 'gnosis',
    coin: { name: 'xDAI', symbol: 'XDAI' },
    id: '0x64',
    explorer: 'https://gnosisscan.io/tx/',
    rescanBlocks: 60,
  }, // 5 s
];

/** Five minutes at a block a second: most unknown chains are faster than Ethereum. */
const defaultRescanBlocks = 300;

/** No chain goes so many times its usual pace: the slowest ones became twelve times as fast over their lives. */
const spareSpeed = 32;
/** Twice that of the fastest chain there is, at 0.01 s a block. */
const fastest = 200;
const rescanSeconds = 300;

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

/** EIP-2294: the largest chain id that every wallet can hold. It also keeps an address out of the chain's place. */
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
  return byId.get(id) ?? { name: id, id, coin: null, explorer: null, rescanBlocks: defaultRescanBlocks };
}

/** Blocks a second that the chain never reaches. */
export function maxBlocksPerSecond({ id, rescanBlocks }: Pick<Chain, 'id' | 'rescanBlocks'>): number {
  return byId.has(id) ? (rescanBlocks / rescanSeconds) * spareSpeed : fastest;
}

export function explorerUrl(chain: Chain, transactionHash: string | null): string | null {
  return chain.explorer === null || transactionHash === null ? null : `${chain.explorer}${transactionHash}`;
}

export function walletUrl(chain: Chain, wallet: Address): string | null {
  return chain.explorer === null ? null : chain.explorer.replace(/tx\/$/, `address/${wallet}`);
}

function unknown(text: string): UnknownChain {
  const names = knownChains.map((chain) => chain.name).join(', ');
  const hint = /^\d{1,15}$/.test(text) ? ` (${text} in hex is 0x${Number(text).toString(16)})` : '';
  return new UnknownChain(
    `"${text.slice(0, 40)}" is not a known chain: it takes one of ${names}, or a hex id such as 0x2105${hint}.`,
  );
}
