import { genuineToken } from '../chain/genuine-tokens.ts';
import type { Token } from '../transfer/transfer.ts';

/**
 * US dollars that one unit of a genuine token is worth, to a power of ten or so (2026). Nobody here knows prices, and
 * none is needed: this only keeps 900 ether from standing behind 5,000 of what is worth a cent.
 */
const dollarsAUnit: readonly (readonly [dollars: number, symbols: string])[] = [
  [100_000, 'BTC WBTC BTCB cbBTC tBTC LBTC'],
  [3_000, 'ETH WETH stETH wstETH rETH cbETH weETH ezETH rsETH XAUt YFI'],
  [500, 'BNB WBNB BCH MKR'],
  [100, 'SOL GNO AAVE LTC'],
  [10, 'AVAX WAVAX LINK UNI COMP ENS DOT NEAR ATOM APT'],
  [
    1,
    'USDC USDT DAI USDS sDAI BUSD FDUSD TUSD PYUSD USDe sUSDe FRAX LUSD GHO crvUSD USD1 RLUSD EURC xDAI WXDAI',
  ],
  [1, 'XRP TON SUI LDO SNX CAKE PENDLE ONDO ZRO'],
  [0.00001, 'SHIB PEPE FLOKI LUNA'],
];

/** Any other token of our list: a small one, but a real one. */
const ofOthers = 0.1;

const unitWorth = new Map(
  dollarsAUnit.flatMap(([dollars, symbols]) =>
    symbols.split(' ').map((symbol) => [symbol, dollars] as const),
  ),
);

/**
 * What an amount of a token is roughly worth in US dollars; null where nobody here can say, for its contract is not
 * genuine by our own list. That the API has verified a contract says nothing of its worth.
 * @param value base units
 */
export function roughWorth(
  chainId: string,
  { address }: Pick<Token, 'address'>,
  value: bigint,
): number | null {
  const genuine = genuineToken(chainId, address);
  if (genuine === null) return null;
  // The list's decimals: 18 for USDC would make cents of half a million.
  return (Number(value) / 10 ** genuine.decimals) * (unitWorth.get(genuine.symbol) ?? ofOthers);
}

/** Less than this is no money to a reader who looks for a theft: dust must not push a payment out of sight. */
export const dustBelow = 10;

/** What an amount of a genuine token is roughly worth in US dollars; 0 for dust, and where nobody can say. */
export function sureWorth(chainId: string, token: Pick<Token, 'address'>, value: bigint): number {
  const worth = roughWorth(chainId, token, value) ?? 0;
  return worth < dustBelow ? 0 : worth;
}
