import { isKnownToken } from '../known-token.ts';
import { protectedBySymbol } from '../protected-tokens.ts';
import { skeleton } from '../text/confusables.ts';
import type { PoisoningEvidence } from './evidence.ts';

/** Millionths of a dollar. */
const dollar = 1_000_000n;

/**
 * The rough worth of one unit in dollars, for symbols of our own list whose worth is far from one dollar. These figures are
 * low, so that a poisoner's few dollars stay small; the ranking of most-worth.ts has higher ones, so that money is no dust.
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
 * The rough worth of a token's unit in millionths of a dollar; one dollar if its class is unknown.
 * @param symbol only of a known token: whoever makes a token chooses its symbol
 */
function unitWorth(symbol: string | null): bigint {
  const known = symbol === null ? null : protectedBySymbol(skeleton(symbol));
  return (known && bySymbol.get(known.symbol)) ?? dollar;
}

/** One cent, in millionths of a dollar: less is dust. */
const dustBelow = 10_000n;
/** Ten dollars: poisoners spend up to that on a "test payment". */
const smallBelow = 10_000_000n;

/**
 * A transfer's worth, as a poisoner sees it, who sends it to appear in a history: dust (also zero, and any amount of a
 * fake token), a small amount, or a large one that nobody gives away for that.
 */
export type ValueClass = 'dust' | 'small' | 'large';

/** The class of a transfer; an amount of an unknown token is at most small. */
export function valueClassOf({
  transfer: { value, token },
  verdict,
  watch,
}: Pick<PoisoningEvidence, 'transfer' | 'verdict' | 'watch'>): ValueClass {
  const known = isKnownToken(token, watch);
  const symbol = known ? token.symbol : null;
  if (value === 0n || verdict.spam || isBelow(dustBelow, value, token.decimals, symbol)) return 'dust';
  return known && !isBelow(smallBelow, value, token.decimals, symbol) ? 'large' : 'small';
}

function isBelow(bound: bigint, value: bigint, decimals: number | null, symbol: string | null): boolean {
  return decimals !== null && value * unitWorth(symbol) < bound * 10n ** BigInt(decimals);
}

/**
 * Real money: value in a token that no stranger can make up. Any outgoing amount counts, also a trial of a cent, because
 * the wallet's key sent it. Incoming dust does not count, because poisoners send it.
 */
export function isMoney(evidence: PoisoningEvidence): boolean {
  const { transfer, watch } = evidence;
  if (!isKnownToken(transfer.token, watch)) return false;
  return transfer.direction === 'out' ? transfer.value > 0n : valueClassOf(evidence) !== 'dust';
}
