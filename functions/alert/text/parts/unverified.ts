import { isVouchedFor } from '../../../spam/known-token.ts';
import type { AlertToken, TransferAlert, WalletAlert } from '../../alert.ts';

type Told = WalletAlert | Omit<TransferAlert, 'severity'>;

/** Not genuine, verified or trusted: its maker wrote all that the transfer says, both sides included. */
export function isUnverified(token: Pick<AlertToken, 'address' | 'verified'>, alert: Told): boolean {
  return !isVouchedFor(token, alert.wallet.chainId) && !isTrusted(token, alert);
}

export function isTrusted({ address }: Pick<AlertToken, 'address'>, alert: Told): boolean {
  if (alert.type === 'transfers.digest') return alert.digest.trusted?.includes(address) ?? false;
  return alert.verdict?.reasons.some(({ rule }) => rule === 'trusted-token') ?? false;
}
