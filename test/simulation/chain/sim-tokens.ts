/** Tokens of the simulated chain: genuine ones, which are never spam, and one that the API flags. */
export interface SimToken {
  readonly address: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly verified: boolean;
  readonly spam: boolean;
  /** The known money that it imitates. */
  readonly copies?: string;
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
/** The chain's own coin, of which alerts have no address. */
export const ether: SimToken = { address: '', name: 'Ether', symbol: 'ETH', decimals: 18, ...genuine };
/** Collections: nobody vouches for them. */
const collection = { decimals: 0, verified: false, spam: false };
export const cats: SimToken = {
  address: `0x${'ca'.repeat(20)}`,
  name: 'Pixel Cats',
  symbol: 'PCAT',
  ...collection,
};
export const swords: SimToken = {
  address: `0x${'5d'.repeat(20)}`,
  name: 'Swords',
  symbol: 'SWORD',
  ...collection,
};
/** Genuine by Chainbell's own list, though the API does not verify it. */
export const wbtc: SimToken = {
  address: '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
  name: 'Wrapped BTC',
  symbol: 'WBTC',
  decimals: 8,
  verified: false,
  spam: false,
};
/** A token that cost a dollar of fees to have verified. */
export const cheapTokens: readonly SimToken[] = Array.from({ length: 12 }, (_, i) => ({
  address: `0x${(i + 16).toString(16).repeat(20)}`,
  name: `Cheap Coin ${i}`,
  symbol: `CHEAP${i}`,
  decimals: 18,
  ...genuine,
}));
/** A name that becomes six times as long in compatible form: cheap to send, and once slow to read. */
export const costlyToken: SimToken = {
  address: `0x${'78'.repeat(20)}`,
  name: '\u3317'.repeat(256),
  symbol: 'COST',
  decimals: 18,
  verified: false,
  spam: false,
};
/** Neither verified nor a sign of spam: anybody can make up its transfers. */
export const unknownToken: SimToken = {
  address: `0x${'77'.repeat(20)}`,
  name: 'Some Coin',
  symbol: 'SOME',
  decimals: 18,
  verified: false,
  spam: false,
};
/** What strangers call their own tokens. */
const copies: readonly SimToken[] = ['USDC', 'USDC\u00d7', 'nativeUSDC'].map((symbol, i) => ({
  address: `0x${(i + 0x79).toString(16).repeat(20)}`,
  name: 'USD Coin',
  symbol,
  decimals: 6,
  verified: false,
  spam: false,
  copies: 'USDC',
}));
export const tokens: readonly SimToken[] = [usdc, usdt, weth, flagged, ...copies];
export const allTokens: readonly SimToken[] = [
  ...tokens,
  ...cheapTokens,
  wbtc,
  unknownToken,
  costlyToken,
  cats,
  swords,
];
