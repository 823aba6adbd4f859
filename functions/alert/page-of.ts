import { findChain, walletUrl } from '../chain/chains.ts';
import type { TransactionHash } from '../chain/units.ts';
import type { WalletAlert } from './alert.ts';

export interface Page {
  readonly text: string;
  readonly url: string;
}

/** Null without a known explorer, and for made-up transactions of the local run. */
export function pageOf(alert: WalletAlert): Page | null {
  const { explorerUrl = null, transactionHash = null } = linkedPart(alert) ?? {};
  if (explorerUrl !== null) return { text: 'Transaction', url: explorerUrl };
  const url = transactionHash === null ? walletPage(alert) : null;
  return url === null ? null : { text: "The wallet's page", url };
}

function linkedPart(
  alert: WalletAlert,
): { readonly explorerUrl: string | null; readonly transactionHash: TransactionHash | null } | null {
  if ('transfer' in alert) return alert.transfer;
  if ('approval' in alert) return alert.approval;
  if ('control' in alert) return alert.control;
  return 'entry' in alert ? alert.entry : null;
}

/** Null without a known explorer, and if the transfers are made up. */
function walletPage(alert: WalletAlert): string | null {
  const { wallet } = alert;
  const hasTransfers = 'digest' in alert && alert.digest.largest.length > 0;
  if (hasTransfers && alert.digest.largest.every(({ explorerUrl }) => explorerUrl === null)) return null;
  return walletUrl(findChain(wallet.chainId), wallet.address);
}
