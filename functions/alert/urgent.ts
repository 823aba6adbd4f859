import { isGenuine } from '../chain/genuine-tokens.ts';
import type { Alert } from './alert.ts';
import { isTrusted } from './text/parts/unverified.ts';

/**
 * Whether an alert goes before all others that wait: it may be a theft, for money went out in a token that no stranger can make
 * up. Said by the alert itself, so that who publishes it and who delivers it agree.
 */
export function isUrgent(alert: Alert): boolean {
  if (alert.type !== 'transfer.sent' || alert.transfer.value === '0') return false;
  const { token } = alert.transfer;
  return isGenuine(alert.wallet.chainId, token.address) || isTrusted(token, alert);
}
