import { isKnownToken } from '../known-token.ts';
import { protectedBySymbol } from '../protected-tokens.ts';
import { skeleton } from '../text/confusables.ts';
import type { PoisoningEvidence } from './evidence.ts';

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
function unitWorth(symbol: string | null): bigint {
  const known = symbol === null ? null : protectedBySymbol(skeleton(symbol));
  return (known && bySymbol.get(known.symbol)) ?? dollar;
}

/** Below a cent an amount is dust. In millionths of a dollar. */
const dustBelow = 10_000n;
/** Ten dollars: what poisoners still spend on a "test payment". */
const smallBelow = 10_000_000n;

/**
 * What a transfer brings, in the terms of someone who sends it to be seen in a history: dust (also zero, and what is
 * in a fake token), a small amount, or a large one that nobody gives away for that.
 */
export type ValueClass = 'dust' | 'small' | 'large';

/** What a transfer brings; an amount in a token that nobody vouches for is small at most. */
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
 * Real money: a token that no stranger can make up, and that no one moves for show. Any amount of it that goes out was
 * sent by the wallet's key, a trial of a cent included; of what comes in, dust is a poisoner's postage.
 */
export function isMoney(evidence: PoisoningEvidence): boolean {
  const { transfer, watch } = evidence;
  if (!isKnownToken(transfer.token, watch)) return false;
  return transfer.direction === 'out' ? transfer.value > 0n : valueClassOf(evidence) !== 'dust';
}
