import { isKnownToken } from '../known-token.ts';
import { dollarsBySymbol } from '../most-worth.ts';
import { protectedBySymbol } from '../protected-tokens.ts';
import { skeleton } from '../text/confusables.ts';
import type { PoisoningEvidence } from './evidence.ts';

/** Millionths of a dollar; one dollar if unknown. @param symbol of a known token only: others choose theirs freely */
function worthOfUnit(symbol: string | null): bigint {
  const known = symbol === null ? null : protectedBySymbol(skeleton(symbol));
  return BigInt(Math.round(((known && dollarsBySymbol.get(known.symbol)) ?? 1) * 1_000_000));
}

const dustBelow = 10_000n;
/** Ten dollars: poisoners spend up to that on a "test payment". */
const smallBelow = 10_000_000n;

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
  return decimals !== null && value * worthOfUnit(symbol) < bound * 10n ** BigInt(decimals);
}

/** Any outgoing amount of a known token counts. Incoming dust does not: poisoners send it. */
export function isMoney(evidence: PoisoningEvidence): boolean {
  const { transfer, watch } = evidence;
  if (!isKnownToken(transfer.token, watch)) return false;
  return transfer.direction === 'out' ? transfer.value > 0n : valueClassOf(evidence) !== 'dust';
}
