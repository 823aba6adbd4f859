import { compareAmount } from '../../transfer/amount.ts';
import { isKnownToken, type PoisoningEvidence } from './evidence.ts';

/** Below this many token units an amount is dust: a cent of a stablecoin. */
const dustBelow = '0.01';
/** What poisoners still spend on a "test payment" of a stablecoin. */
const littleBelow = '10';

/**
 * What a transfer brings, in the terms of someone who sends it to be seen in a history: nothing (zero, dust, a fake
 * token), little, or money that nobody gives away for that. Nobody here knows prices: the bounds fit stablecoins, which
 * nearly all poisoning uses, and call some small payments of dearer tokens little.
 */
export type Worth = 'nothing' | 'little' | 'money';

/** What a transfer brings; an amount in a token that nobody vouches for is little at most. */
export function worthOf(evidence: PoisoningEvidence): Worth {
  const { transfer, verdict } = evidence;
  const { value, token } = transfer;
  if (value === 0n || verdict.spam || isBelow(dustBelow, value, token.decimals)) return 'nothing';
  return isKnownToken(evidence) && !isBelow(littleBelow, value, token.decimals) ? 'money' : 'little';
}

function isBelow(bound: string, value: bigint, decimals: number | null): boolean {
  return decimals !== null && compareAmount(value, decimals, bound) < 0;
}
