import { genuineContracts, isGenuine } from '../chain/genuine-tokens.ts';
import type { Token } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';

/**
 * A token that the row trusts, or that is genuine by our own list. The API's verification is not enough: it verifies
 * published sources, also those of a thief's contract, which can make up events by the thousand.
 */
export function isSurelyReal(
  { address }: Pick<Token, 'address'>,
  { chain, trustedTokens }: Pick<Watch, 'chain' | 'trustedTokens'>,
): boolean {
  return trustedTokens.has(address) || isGenuine(chain.id, address);
}

/** The contracts of all surely real tokens; tokens that the row trusts come first. */
export function surelyRealContracts({
  chain,
  trustedTokens,
}: Pick<Watch, 'chain' | 'trustedTokens'>): readonly string[] {
  return [...new Set<string | null>([...trustedTokens, ...genuineContracts(chain.id)])].filter(
    (one) => one !== null,
  );
}

/** A token whose contract the API has verified, or that is genuine by our own list, whatever the row says. */
export function isVouchedFor(
  { address, verified }: Pick<Token, 'address' | 'verified'>,
  chainId: string,
): boolean {
  return verified === true || isGenuine(chainId, address);
}

/**
 * A token that no stranger can make up: the API has verified it, the row trusts it, or its contract is genuine by our
 * own list. One of the three is enough, because the API verifies nothing on some chains.
 */
export function isKnownToken(
  token: Pick<Token, 'address' | 'verified'>,
  { chain, trustedTokens }: Pick<Watch, 'chain' | 'trustedTokens'>,
): boolean {
  return trustedTokens.has(token.address) || isVouchedFor(token, chain.id);
}
