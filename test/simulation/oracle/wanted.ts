import type { SimTransfer } from '../chain/sim-transaction.ts';
import type { StoryRow } from '../story/story.ts';

/**
 * What a row asks to be done with a transfer: written anew from the contract, so that it judges the functions' own rules.
 * Where it is part of a poisoning, imitations.ts knows more.
 */
export function wantedBy(
  row: StoryRow,
  { from, to, token, value, poisoning }: SimTransfer,
): 'told' | 'hidden' | 'unwanted' | 'either' {
  if (poisoning !== undefined) return 'either';
  const { direction = 'both', ignoreTokens, minAmount, spam = 'hide' } = row.attributes;
  const itself = from === to;
  if (!itself && direction !== 'both' && (direction === 'in') !== (to === row.wallet)) return 'unwanted';
  if (ignoreTokens === token.address) return 'unwanted';
  if (value < BigInt(Number(minAmount ?? 0)) * 10n ** BigInt(token.decimals)) return 'unwanted';
  return token.spam && spam === 'hide' ? 'hidden' : 'told';
}

export function directionOf(
  wallet: string,
  { from, to }: Pick<SimTransfer, 'from' | 'to'>,
): 'in' | 'out' | 'self' {
  if (from === to) return 'self';
  return from === wallet ? 'out' : 'in';
}
