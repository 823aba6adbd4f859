import { findChain, walletUrl } from '../chain/chains.ts';
import type { Alert } from './alert.ts';

/**
 * The wallet's page in its chain's explorer; null where none is known, or where the transfers told of have no page there
 * either: those of the local run are made up.
 */
export function walletPage(alert: Alert): string | null {
  const { wallet } = alert;
  const isTold = 'digest' in alert && alert.digest.largest.length > 0;
  if (isTold && alert.digest.largest.every(({ explorerUrl }) => explorerUrl === null)) return null;
  return walletUrl(findChain(wallet.chainId), wallet.address);
}
