import { nativeDecimals } from '../chain/chains.ts';
import { genuineToken } from '../chain/genuine-tokens.ts';
import type { DescribedTransfer, Token } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import { isKnownToken, isSurelyReal, type Trust } from './known-token.ts';

/** US dollars a unit (2026), estimated low, so that a poisoner's few dollars stay few. It ranks 900 ether before 5,000 one-cent units. */
const unitWorth: readonly (readonly [dollars: number, symbols: string])[] = [
  [50_000, 'BTC WBTC BTCB cbBTC tBTC LBTC'],
  [5_000, 'YFI'],
  [2_500, 'ETH WETH stETH wstETH rETH cbETH weETH ezETH rsETH frxETH sfrxETH mETH ETHx OETH XAUt PAXG'],
  [1_000, 'MKR'],
  [500, 'BNB WBNB BCH'],
  [100, 'SOL GNO AAVE LTC'],
  [20, 'AVAX WAVAX LINK COMP ENS QNT'],
  [3, 'UNI DOT NEAR ATOM APT'],
  [
    1,
    'USDC USDT DAI USDS sDAI BUSD FDUSD TUSD PYUSD USDe sUSDe FRAX LUSD GHO crvUSD USD1 RLUSD EURC EURe EURS GUSD frxUSD sUSDS USD0 USDD USDG USDP DOLA xDAI XDAI WXDAI',
  ],
  [1, 'XRP TON SUI LDO SNX CAKE PENDLE ONDO ZRO CVX INJ LPT RPL'],
  [0.1, 'CRO WCRO DOGE MATIC POL WMATIC WPOL GRT HBAR'],
  [0.000_005, 'SHIB PEPE FLOKI LUNA BONK'],
];

export const dollarsBySymbol: ReadonlyMap<string, number> = new Map(
  unitWorth.flatMap(([dollars, symbols]) => symbols.split(' ').map((one) => [one, dollars])),
);

const ofOthers = 0.1;
/** The coin of a chain that is known by its id only. */
const unknownCoin = { symbol: '', brand: '', decimals: nativeDecimals };

/** US dollars for base units; null if the contract is not genuine: the API's verification says nothing about worth. */
function roughWorth(chainId: string, { address }: Pick<Token, 'address'>, value: bigint): number | null {
  const genuine = genuineToken(chainId, address) ?? (address === null ? unknownCoin : null);
  if (genuine === null) return null;
  const dollars = dollarsBySymbol.get(genuine.symbol) ?? dollarsBySymbol.get(genuine.brand) ?? ofOthers;
  // The list's decimals: a wrong number from the API would change the worth by powers of ten.
  return (Number(value) / 10 ** genuine.decimals) * dollars;
}

/** US dollars. Less is dust, which must not push a payment out of sight. */
const dustBelow = 10;

/** US dollars for base units of a genuine token; 0 for dust, and if unknown. */
export function sureWorth(chainId: string, token: Pick<Token, 'address'>, value: bigint): number {
  const worth = roughWorth(chainId, token, value) ?? 0;
  return worth < dustBelow ? 0 : worth;
}

/**
 * How much a transfer matters to readers, most first.
 * - `money`: at least ten dollars, in a token that is genuine by our own list, or trusted and priced.
 * - `trusted`: trusted by the row, price unknown.
 * - `known`: other known tokens, dust of genuine ones, and all in the wallet's own transactions. Anyone can have a contract verified.
 * - `unknown`: anybody can make them up.
 */
export const ranks = ['money', 'trusted', 'known', 'unknown'] as const;
export type Rank = (typeof ranks)[number];

export interface RankedTransfer {
  readonly transfer: DescribedTransfer;
  readonly rank: Rank;
  readonly worth: number | null;
}

/** By rank, then worth, then amount; each token's largest comes before any token's second. @param transfers in chain order */
export function rankByWorth(transfers: readonly DescribedTransfer[], watch: Watch): RankedTransfer[] {
  const candidates = transfers.map((transfer): RankedTransfer => {
    const { token, value } = transfer;
    const worth = roughWorth(watch.chain.id, token, value) ?? pricedWorth(transfer, watch);
    return { transfer, worth, rank: rankOf(transfer, worth, watch) };
  });
  const groups = Map.groupBy(candidates, ({ worth, rank, transfer }) =>
    worth === null ? transfer.token.address : rank,
  );
  const place = new Map<RankedTransfer, number>();
  for (const group of groups.values())
    for (const [at, one] of group.toSorted(withinGroup).entries()) place.set(one, at);
  const placeOf = (one: RankedTransfer) => place.get(one) ?? 0;
  return [...groups.values()]
    .flat()
    .toSorted(
      (a, b) =>
        ranks.indexOf(a.rank) - ranks.indexOf(b.rank) ||
        placeOf(a) - placeOf(b) ||
        byAmount(a.transfer, b.transfer),
    );
}

/** Less confident prices rank nothing, hide nothing and stand in no text. 0.9 is the highest cut-off in common use. */
export const sureConfidence = 0.9;

/** By the price service; null below ten dollars, without a sure price, and for tokens that a stranger can make up. */
function pricedWorth({ token, usd }: DescribedTransfer, watch: Trust): number | null {
  if (usd === null || usd.confidence < sureConfidence || !isSurelyReal(token, watch)) return null;
  const dollars = Number(usd.amount);
  return dollars < dustBelow ? null : dollars;
}

function rankOf({ token, sentBy }: DescribedTransfer, worth: number | null, watch: Watch): Rank {
  if (worth !== null) return worth < dustBelow ? 'known' : 'money';
  if (watch.trustedTokens.has(token.address)) return 'trusted';
  return sentBy === watch.wallet || isKnownToken(token, watch) ? 'known' : 'unknown';
}

function withinGroup(a: RankedTransfer, b: RankedTransfer): number {
  return a.worth !== null && b.worth !== null ? b.worth - a.worth : byAmount(a.transfer, b.transfer);
}

function byAmount(a: DescribedTransfer, b: DescribedTransfer): number {
  const [decimalsA, decimalsB] = [a.token.decimals, b.token.decimals];
  if ((decimalsA === null) !== (decimalsB === null)) return decimalsA === null ? 1 : -1;
  const left = a.value * 10n ** BigInt(decimalsB ?? 0);
  const right = b.value * 10n ** BigInt(decimalsA ?? 0);
  if (left === right) return 0;
  return left > right ? -1 : 1;
}
