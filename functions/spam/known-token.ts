import { genuineContracts, isGenuine } from '../chain/genuine-tokens.ts';
import type { Token } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';

/** Trusted by the row, or genuine by our own list. The API also verifies thieves' contracts, which make up events. */
export function isSurelyReal(
  { address }: Pick<Token, 'address'>,
  { chain, trustedTokens }: Pick<Watch, 'chain' | 'trustedTokens'>,
): boolean {
  return trustedTokens.has(address) || isGenuine(chain.id, address);
}

export function surelyRealContracts({
  chain,
  trustedTokens,
}: Pick<Watch, 'chain' | 'trustedTokens'>): readonly string[] {
  return [...new Set<string | null>([...trustedTokens, ...genuineContracts(chain.id)])].filter(
    (one) => one !== null,
  );
}

/** Verified by the API or genuine by our own list, whatever the row says. */
export function isVouchedFor(
  { address, verified }: Pick<Token, 'address' | 'verified'>,
  chainId: string,
): boolean {
  return verified === true || isGenuine(chainId, address);
}

/** No stranger can make it up: trusted, genuine, or verified by the API, which verifies nothing on some chains. */
export function isKnownToken(
  token: Pick<Token, 'address' | 'verified'>,
  { chain, trustedTokens }: Pick<Watch, 'chain' | 'trustedTokens'>,
): boolean {
  return trustedTokens.has(token.address) || isVouchedFor(token, chain.id);
}
