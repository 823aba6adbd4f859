import { protectedBySymbol } from '../protected-tokens.ts';
import { lookKey } from '../text/looks-like.ts';

/** Millionths of a dollar. */
const dollar = 1_000_000n;

/**
 * What one unit of a token is roughly worth, in dollars, where it is far from one: by the symbols of our own list. Nobody
 * here knows prices; to tell a cent from money, the right power of ten will do for years.
 */
const classes: readonly { readonly dollars: number; readonly symbols: readonly string[] }[] = [
  { dollars: 50_000, symbols: ['BTC', 'WBTC', 'BTCB', 'cbBTC', 'tBTC', 'LBTC'] },
  { dollars: 5_000, symbols: ['YFI'] },
  {
    dollars: 2_500,
    symbols: ['ETH', 'WETH', 'stETH', 'wstETH', 'rETH', 'cbETH', 'weETH', 'ezETH', 'rsETH', 'XAUt'],
  },
  { dollars: 1_000, symbols: ['MKR'] },
  { dollars: 500, symbols: ['BNB', 'WBNB', 'BCH'] },
  { dollars: 100, symbols: ['SOL', 'AAVE', 'GNO', 'LTC'] },
  { dollars: 20, symbols: ['AVAX', 'WAVAX', 'COMP', 'ENS', 'LINK'] },
  { dollars: 0.1, symbols: ['CRO', 'WCRO', 'DOGE', 'MATIC', 'POL', 'WMATIC', 'WPOL', 'GRT', 'HBAR'] },
  { dollars: 0.000_005, symbols: ['SHIB', 'PEPE', 'FLOKI'] },
];

const bySymbol = new Map(
  classes.flatMap(({ dollars, symbols }) =>
    symbols.map((symbol) => [symbol, BigInt(Math.round(dollars * Number(dollar)))] as const),
  ),
);

/**
 * What a unit of a known token is roughly worth, in millionths of a dollar: a dollar where its class is not known.
 * @param symbol the token's own; whoever makes a token can choose it, so it says something of known tokens alone
 */
export function unitWorth(symbol: string | null): bigint {
  const known = symbol === null ? null : protectedBySymbol(lookKey(symbol));
  return (known && bySymbol.get(known.symbol)) ?? dollar;
}
