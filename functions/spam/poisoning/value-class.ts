import { isKnownToken } from '../known-token.ts';
import { protectedBySymbol } from '../protected-tokens.ts';
import { skeleton } from '../text/confusables.ts';
import type { PoisoningEvidence } from './evidence.ts';

const dollar = 1_000_000n;

/** Dollars a unit. Low, so that a poisoner's few dollars stay small; most-worth.ts is higher, so that money is no dust. */
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

/** Millionths of a dollar; one dollar if unknown. @param symbol of a known token only: others choose theirs freely */
function unitWorth(symbol: string | null): bigint {
  const known = symbol === null ? null : protectedBySymbol(skeleton(symbol));
  return (known && bySymbol.get(known.symbol)) ?? dollar;
}

const dustBelow = 10_000n;
/** Ten dollars: poisoners spend up to that on a "test payment". */
const smallBelow = 10_000_000n;

/** Nobody gives a large amount away to appear in a history. */
export type ValueClass = 'dust' | 'small' | 'large';

/** An amount of an unknown token is at most small, of a fake one dust. */
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

/** Any outgoing amount counts: the wallet's key sent it. Incoming dust does not: poisoners send it. */
export function isMoney(evidence: PoisoningEvidence): boolean {
  const { transfer, watch } = evidence;
  if (!isKnownToken(transfer.token, watch)) return false;
  return transfer.direction === 'out' ? transfer.value > 0n : valueClassOf(evidence) !== 'dust';
}
