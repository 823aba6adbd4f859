import type { SimToken } from '../chain/sim-tokens.ts';
import type { SimTransfer } from '../chain/sim-transaction.ts';
import type { TypedAttributes } from '../story/happenings.ts';
import type { RowVersion } from '../watchlist.ts';

/** `kept`: told or hidden. */
export type Wanted = 'told' | 'hidden' | 'kept' | 'unwanted' | 'either';

/** Null: a node has not given the decimals yet. */
export interface AskedTransfer extends Omit<SimTransfer, 'token'> {
  readonly token: Omit<SimToken, 'decimals'> & { readonly decimals: number | null };
}

/** A poll may use a row version this old, because the message that carries it lives for ten minutes. */
export const staleRow = 900_000;

/**
 * What a row asks to be done with a transfer: written independently from the contract, so that it tests the functions' rules.
 * For transfers of a poisoning, imitations.ts knows more.
 */
function wantedBy(attributes: TypedAttributes, wallet: string, transfer: AskedTransfer): Wanted {
  const { from, to, token, value, poisoning, tokenId } = transfer;
  if (poisoning !== undefined || token.copies !== undefined) return 'either';
  const { direction = 'both', tokens, ignoreTokens, minAmount, spam = 'hide' } = attributes;
  const itself = from === to;
  if (!itself && direction !== 'both' && (direction === 'in') !== (to === wallet)) return 'unwanted';
  if (ignoreTokens === token.address) return 'unwanted';
  const listed = Array.isArray(tokens) && tokens.includes(token.address);
  if (tokens !== undefined && !listed) return 'unwanted';
  const { decimals } = token;
  if (decimals !== null && value < BigInt(Number(minAmount ?? 0)) * 10n ** BigInt(decimals))
    return 'unwanted';
  if (tokenId !== undefined && to === wallet && spam === 'hide' && !listed)
    // A node may not say who sent the transaction.
    return transfer.transaction().sent?.from === wallet ? 'kept' : 'hidden';
  return token.spam && spam === 'hide' && !listed ? 'hidden' : 'told';
}

/** What every row version that may apply between two moments asks for; `either` if they differ. */
export function wantedBetween(
  versions: readonly RowVersion[],
  [from, to]: readonly [number, number],
  wallet: string,
  transfer: AskedTransfer,
): Wanted {
  const answers = new Set(
    versionsBetween(versions, from - staleRow, to).map(({ attributes }) =>
      attributes === null ? 'either' : wantedBy(attributes, wallet, transfer),
    ),
  );
  const [only] = answers;
  return answers.size === 1 && only !== undefined ? only : 'either';
}

export function versionsBetween(versions: readonly RowVersion[], from: number, to: number): RowVersion[] {
  return versions.filter(
    ({ since }, place) => since <= to && (versions[place + 1]?.since ?? Number.POSITIVE_INFINITY) > from,
  );
}

export function isPolled({ attributes }: RowVersion): boolean {
  return attributes !== null && attributes.paused === undefined;
}
