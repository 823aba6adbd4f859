/** Tokens of the simulated chain: genuine ones, which are never spam, and one that the API flags. */
export interface SimToken {
  readonly address: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly verified: boolean;
  readonly spam: boolean;
}

const genuine = { verified: true, spam: false };

export const usdc: SimToken = {
  address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  ...genuine,
};
export const usdt: SimToken = {
  address: '0xdac17f958d2ee523a2206206994597c13d831ec7',
  name: 'Tether USD',
  symbol: 'USDT',
  decimals: 6,
  ...genuine,
};
export const weth: SimToken = {
  address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  name: 'Wrapped Ether',
  symbol: 'WETH',
  decimals: 18,
  ...genuine,
};
export const flagged: SimToken = {
  address: '0x00000000000000000000000000000000bad70ced',
  name: 'Lucky Coin',
  symbol: 'LUCKY',
  decimals: 18,
  verified: false,
  spam: true,
};
export const tokens: readonly SimToken[] = [usdc, usdt, weth, flagged];
