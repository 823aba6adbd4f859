import { isGenuine } from '../chain/genuine-tokens.ts';
import type { Alert, Severity, TransferAlert, WalletAlert } from './alert.ts';
import { isTrusted, isUnverified } from './text/parts/shown-reasons.ts';

type WithoutSeverity<Some> = Some extends WalletAlert ? Omit<Some, 'severity'> : never;
/** All alerts except digests: composeDigestAlert grades a digest by its worst transfer. */
type Ungraded = Exclude<WithoutSeverity<WalletAlert>, { type: 'transfers.digest' }>;

type Grade = { severity: Severity };

const severities = ['info', 'warning', 'critical'] as const satisfies readonly Severity[];

/** The worst severity; `info` if there is none. */
export function worstOf(some: readonly Severity[]): Severity {
  return severities.findLast((one) => some.includes(one)) ?? 'info';
}

/** @param isSpenderKnown the wallet approved the spender before */
export function withSeverity<One extends Ungraded>(alert: One, isSpenderKnown = false): One & Grade {
  return { ...alert, severity: severityOf(alert, isSpenderKnown) };
}

/** `critical` only if no stranger can make the event up, because it may wake people at night. */
function severityOf(alert: Ungraded, isSpenderKnown: boolean): Severity {
  switch (alert.type) {
    case 'control.changed':
      return 'critical';
    case 'approval.granted':
      if (alert.verdict?.spam) return 'info';
      return alert.approval.unlimited && !isSpenderKnown ? 'critical' : 'warning';
    case 'transfer.sent':
      return severityOfPayment(alert);
    case 'wallet.poisoning':
    case 'transfer.reverted':
    case 'balance.low':
    case 'entry.unreadable':
      return 'warning';
    case 'transfer.received':
    case 'transfer.self':
    case 'wallet.watching':
    case 'approval.revoked':
    case 'balance.restored':
      return 'info';
  }
}

function severityOfPayment(alert: Omit<TransferAlert, 'severity'>): Severity {
  const { transfer, counterparty, lookalike, verdict } = alert;
  const mayBeMadeUp = isUnverified(transfer.token, alert);
  if (counterparty !== 'new' || transfer.value === '0' || (verdict?.spam && mayBeMadeUp)) return 'info';
  return lookalike !== null && !mayBeMadeUp ? 'critical' : 'warning';
}

/** Urgent alerts may be about a theft, and overtake those of other wallets. Only the JSON decides, so publishing and delivery agree. */
export function isUrgent(alert: Alert): boolean {
  if (alert.type === 'control.changed' || alert.type === 'approval.granted') return alert.severity !== 'info';
  if (alert.type !== 'transfer.sent' || alert.transfer.value === '0') return false;
  const { token } = alert.transfer;
  return isGenuine(alert.wallet.chainId, token.address) || isTrusted(token, alert);
}
