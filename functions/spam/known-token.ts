import { genuineContracts, isGenuine } from '../chain/genuine-tokens.ts';
import type { Token } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';

/**
 * A token that has its owner's word, or is genuine by our own list. The API verifies sources, and those of a thief's
 * contract too where he shows them: of it, events by the thousand may be made up.
 */
export function isSurelyReal(
  { address }: Pick<Token, 'address'>,
  { chain, trustedTokens }: Pick<Watch, 'chain' | 'trustedTokens'>,
): boolean {
  return trustedTokens.has(address) || isGenuine(chain.id, address);
}

/** The contracts of all surely real tokens, those that the row trusts first. */
export function surelyRealContracts({
  chain,
  trustedTokens,
}: Pick<Watch, 'chain' | 'trustedTokens'>): readonly string[] {
  return [...new Set<string | null>([...trustedTokens, ...genuineContracts(chain.id)])].filter(
    (one) => one !== null,
  );
}

/** A token whose contract the API has verified, or that is genuine by our own list; what a row says of it is left aside. */
export function isVouchedFor(
  { address, verified }: Pick<Token, 'address' | 'verified'>,
  chainId: string,
): boolean {
  return verified === true || isGenuine(chainId, address);
}

/**
 * A token that no stranger can make up: the API has verified it, the row trusts it, or its contract is a genuine one by
 * our own list. The API verifies nothing on some chains, so one of the three is enough everywhere.
 */
export function isKnownToken(
  token: Pick<Token, 'address' | 'verified'>,
  { chain, trustedTokens }: Pick<Watch, 'chain' | 'trustedTokens'>,
): boolean {
  return trustedTokens.has(token.address) || isVouchedFor(token, chain.id);
}
