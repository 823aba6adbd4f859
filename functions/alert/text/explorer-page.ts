import { findChain, walletUrl } from '../../chain/chains.ts';
import type { WalletAlert } from '../alert.ts';

export interface Page {
  readonly text: string;
  readonly url: string;
}

/** The explorer's page of an alert. Null without a known explorer, and for made-up transactions of the local run. */
export function pageOf(alert: WalletAlert): Page | null {
  const { explorerUrl = null, transactionHash = null } = linkedPart(alert) ?? {};
  if (explorerUrl !== null) return { text: 'Transaction', url: explorerUrl };
  if (transactionHash !== null) return null;
  const url = walletUrl(findChain(alert.wallet.chainId), alert.wallet.address);
  return url === null ? null : { text: "The wallet's page", url };
}

function linkedPart(alert: WalletAlert) {
  if ('transfer' in alert) return alert.transfer;
  if ('approval' in alert) return alert.approval;
  if ('control' in alert) return alert.control;
  return 'entry' in alert ? alert.entry : null;
}
