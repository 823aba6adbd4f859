import { checksumAddress } from '../chain/address.ts';
import type { Alert, RevertedAlert, TransferAlert } from './alert.ts';

/** Why the reader gets this email, and how to stop it. */
export function aboutTheRow({ wallet }: Alert): string[] {
  return [
    'You get this because of a row in your Watchlist table (DynamoDB):',
    `  wallet ${checksumAddress(wallet.address)}`,
    `  chain  ${wallet.chain}`,
    'To stop, delete the row; for a while, set its "paused" to true.',
  ];
}

/** How to be told less. */
export const aboutTheRest = 'To be told less, set its "direction", "tokens", "ignoreTokens" or "minAmount".';

/** How to be told of this token differently. */
export function aboutTheToken({ transfer, verdict }: TransferAlert | RevertedAlert): string {
  const address = checksumAddress(transfer.token.address);
  return verdict?.spam
    ? `Not spam? Add ${address} to its "trustTokens".`
    : `Tired of this token? Add ${address} to its "ignoreTokens".`;
}
