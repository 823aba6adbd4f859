import { isKnownToken } from '../known-token.ts';
import type { PoisoningEvidence } from './evidence.ts';
import { unitWorth } from './unit-worth.ts';

/** Below a cent an amount is dust. In millionths of a dollar. */
const dustBelow = 10_000n;
/** Ten dollars: what poisoners still spend on a "test payment". */
const littleBelow = 10_000_000n;

/**
 * What a transfer brings, in the terms of someone who sends it to be seen in a history: nothing (zero, dust, a fake
 * token), little, or money that nobody gives away for that.
 */
export type Worth = 'nothing' | 'little' | 'money';

/** What a transfer brings; an amount in a token that nobody vouches for is little at most. */
export function worthOf({
  transfer: { value, token },
  verdict,
  watch,
}: Pick<PoisoningEvidence, 'transfer' | 'verdict' | 'watch'>): Worth {
  const known = isKnownToken(token, watch);
  const symbol = known ? token.symbol : null;
  if (value === 0n || verdict.spam || isBelow(dustBelow, value, token.decimals, symbol)) return 'nothing';
  return known && !isBelow(littleBelow, value, token.decimals, symbol) ? 'money' : 'little';
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
  return transfer.direction === 'out' ? transfer.value > 0n : worthOf(evidence) !== 'nothing';
}
