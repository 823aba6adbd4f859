import { genuineContracts, isGenuine } from '../chain/genuine-tokens.ts';
import type { Token } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';

export type Trust = Pick<Watch, 'chain' | 'trustedTokens'>;
type Verified = Pick<Token, 'address' | 'verified'>;

/** Trusted by the row, or genuine by our own list. The API also verifies thieves' contracts, which make up events. */
export function isSurelyReal({ address }: Pick<Token, 'address'>, { chain, trustedTokens }: Trust): boolean {
  return trustedTokens.has(address) || isGenuine(chain.id, address);
}

export function surelyRealContracts({ chain, trustedTokens }: Trust): readonly string[] {
  const contracts = new Set<string | null>([...trustedTokens, ...genuineContracts(chain.id)]);
  return [...contracts].filter((one) => one !== null);
}

/** Verified by the API or genuine by our own list, whatever the row says. */
export function isVouchedFor({ address, verified }: Verified, chainId: string): boolean {
  return verified === true || isGenuine(chainId, address);
}

/** No stranger can make it up: trusted, genuine, or verified by the API, which verifies nothing on some chains. */
export function isKnownToken(token: Verified, { chain, trustedTokens }: Trust): boolean {
  return trustedTokens.has(token.address) || isVouchedFor(token, chain.id);
}
