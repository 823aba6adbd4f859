import { genuineToken } from '../chain/genuine-tokens.ts';
import type { Token } from '../transfer/transfer.ts';

/**
 * US dollars that one unit of a genuine token is worth, right to about a power of ten (2026). More is not needed: this
 * only ranks 900 ether before 5,000 units of a one-cent token.
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

/** US dollars for a unit of any other token of our list: small, but real. */
const ofOthers = 0.1;

const unitWorth = new Map(
  dollarsAUnit.flatMap(([dollars, symbols]) =>
    symbols.split(' ').map((symbol) => [symbol, dollars] as const),
  ),
);

/**
 * The rough worth of an amount in US dollars; null if its contract is not genuine by our own list. The API's
 * verification of a contract says nothing about its worth.
 * @param value base units
 */
export function roughWorth(
  chainId: string,
  { address }: Pick<Token, 'address'>,
  value: bigint,
): number | null {
  const genuine = genuineToken(chainId, address);
  if (genuine === null) return null;
  // The list's decimals: a wrong number from the API would change the worth by powers of ten.
  return (Number(value) / 10 ** genuine.decimals) * (unitWorth.get(genuine.symbol) ?? ofOthers);
}

/** In US dollars. Less is dust, which must not push a payment out of a reader's sight. */
export const dustBelow = 10;

/** The rough worth of an amount of a genuine token in US dollars; 0 for dust, and if unknown. */
export function sureWorth(chainId: string, token: Pick<Token, 'address'>, value: bigint): number {
  const worth = roughWorth(chainId, token, value) ?? 0;
  return worth < dustBelow ? 0 : worth;
}
