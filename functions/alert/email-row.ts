import { checksumAddress } from '../chain/address.ts';
import type { Alert, RevertedAlert, TransferAlert } from './alert.ts';
import { isPoisoned } from './shown-reasons.ts';

/** Why the reader gets this email, and how to stop it. */
export function aboutTheRow({ wallet }: Alert): string[] {
  return [
    'You get this because of a row in your Watchlist table (DynamoDB):',
    `  wallet: ${checksumAddress(wallet.address)}`,
    `  chain: ${wallet.chain}`,
    'To stop, delete the row; for a while, set its "paused" to true.',
  ];
}

/** How to be told less. */
export const aboutTheRest = 'To be told less, set its "direction", "tokens", "ignoreTokens" or "minAmount".';

/**
 * How to be told of this token differently. Whoever sends a token is not tired of it, and nobody is to go blind for one
 * that the API has verified, or to trust an imitating address because its token is a real one.
 */
export function aboutTheToken({ transfer, verdict }: TransferAlert | RevertedAlert): string[] {
  const { direction, token } = transfer;
  const address = checksumAddress(token.address);
  if (isPoisoned(verdict)) return [];
  if (verdict?.spam) return [`Not spam? Add ${address} to its "trustTokens".`];
  if (direction !== 'in' || token.verified === true) return [];
  return [`Tired of this token? Add ${address} to its "ignoreTokens".`];
}
