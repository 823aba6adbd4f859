import type { SimToken } from './sim-tokens.ts';

/** The facts about a chain of the simulator, written independently of the functions. */
export interface ChainProfile {
  readonly id: string;
  readonly name: string;
  /** Other ways in which people write it. */
  readonly spellings: readonly string[];
  /** Milliseconds between two blocks. */
  readonly blockTime: number;
  /** This chain's addresses of Ethereum's tokens, by symbol. */
  readonly tokens: Readonly<Record<string, string>>;
}

export const eth: ChainProfile = {
  id: '0x1',
  name: 'eth',
  spellings: ['ETH', 'ethereum', '0x1'],
  blockTime: 12_000,
  tokens: {},
};

export const polygon: ChainProfile = {
  id: '0x89',
  name: 'polygon',
  spellings: ['Polygon', 'matic', '0x89'],
  blockTime: 2_000,
  tokens: {
    USDC: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
    USDT: '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
    WETH: '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619',
    WBTC: '0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6',
  },
};

export const chainProfiles = { eth, polygon } as const;
export type ChainName = keyof typeof chainProfiles;

/** The same token on this chain. */
export function onChain(token: SimToken, { tokens }: ChainProfile): SimToken {
  const address = tokens[token.symbol];
  return address === undefined || token.copies !== undefined ? token : { ...token, address };
}
