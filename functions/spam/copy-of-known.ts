import type { Token } from '../transfer/transfer.ts';
import { isGenuine, type ProtectedToken } from './protected-tokens.ts';
import { hasNameOf, hasSymbolOf, tokenCalled } from './resemblance.ts';
import { readTokenText } from './text/token-text.ts';

/** The classes whose copies are not even to be read as the original. */
export function isMoney({ class: kind }: ProtectedToken): boolean {
  return kind === 'stablecoin' || kind === 'wrapped-native' || kind === 'wrapped-bitcoin';
}

/**
 * The symbol of the well-known token (a stablecoin, a chain's own coin, bitcoin, bare or wrapped) that a text would be
 * read as, though the contract is not one of its genuine ones; null for any other text. The API's verification clears a
 * contract: it may be a bridge's that our list lacks.
 *
 * @param text the symbol, or the name where that is what is shown
 */
export function copyOf(
  text: string | null,
  chainId: string,
  { address, verified }: Pick<Token, 'address' | 'verified'>,
): string | null {
  if (text === null || verified === true || isGenuine(chainId, address)) return null;
  const read = readTokenText(text);
  const token = tokenCalled(read);
  if (token === null || !isMoney(token)) return null;
  return hasSymbolOf(read, token) || hasNameOf(read, token) ? token.symbol : null;
}
