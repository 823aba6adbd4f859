/** Tokens of the simulated chain: genuine ones, which are never spam, and one that the API flags. */
export interface SimToken {
  readonly address: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly verified: boolean;
  readonly spam: boolean;
  /** The known token that it imitates. */
  readonly copies?: string;
}

type Standing = Pick<SimToken, 'verified' | 'spam' | 'copies'>;
const genuine: Standing = { verified: true, spam: false };
/** Not verified, and not flagged as spam. */
const unknown: Standing = { verified: false, spam: false };

const token = (
  address: string,
  name: string,
  symbol: string,
  decimals: number,
  standing: Standing,
): SimToken => ({
  ...{ address, name, symbol, decimals },
  ...standing,
});
/** An address that repeats one byte. */
const repeated = (byte: number | string) => `0x${byte.toString(16).repeat(20)}`;

export const usdc = token('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'USD Coin', 'USDC', 6, genuine);
export const usdt = token('0xdac17f958d2ee523a2206206994597c13d831ec7', 'Tether USD', 'USDT', 6, genuine);
export const weth = token('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 'Wrapped Ether', 'WETH', 18, genuine);
/** Genuine on Chainbell's own list, though the API does not verify it. */
export const wbtc = token('0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', 'Wrapped BTC', 'WBTC', 8, unknown);
export const flagged = token('0x00000000000000000000000000000000bad70ced', 'Lucky Coin', 'LUCKY', 18, {
  verified: false,
  spam: true,
});
/** The chain's own coin: alerts give it no address. */
export const ether = token('', 'Ether', 'ETH', 18, genuine);
/** A collection of NFTs: nobody vouches for it. */
export const cats = token(repeated('ca'), 'Pixel Cats', 'PCAT', 0, unknown);
export const swords = token(repeated('5d'), 'Swords', 'SWORD', 0, unknown);
/** Tokens that the API does not show. */
export const nodeTokens: ReadonlySet<SimToken> = new Set([ether, cats, swords]);
/** Tokens whose verification cost a dollar of fees. */
export const cheapTokens: readonly SimToken[] = Array.from({ length: 12 }, (_, i) =>
  token(repeated(i + 16), `Cheap Coin ${i}`, `CHEAP${i}`, 18, genuine),
);
/** A name that grows sixfold when it is normalised (NFKC): cheap to send, and once slow to read. */
export const costlyToken = token(repeated(0x78), '\u3317'.repeat(256), 'COST', 18, unknown);
/** Anybody can make up its transfers. */
export const unknownToken = token(repeated(0x77), 'Some Coin', 'SOME', 18, unknown);
/** Tokens of strangers, named after known tokens. */
const copies = ['USDC', 'USDC\u00d7', 'nativeUSDC'].map((symbol, i) =>
  token(repeated(i + 0x79), 'USD Coin', symbol, 6, { ...unknown, copies: 'USDC' }),
);
export const tokens: readonly SimToken[] = [usdc, usdt, weth, flagged, ...copies];
export const allTokens: readonly SimToken[] = [
  ...tokens,
  ...cheapTokens,
  ...[wbtc, unknownToken, costlyToken, cats, swords],
];
