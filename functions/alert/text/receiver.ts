import { checksumAddress, zeroAddress } from '../../chain/address.ts';
import type { PoisoningAlert, RevertedAlert, TransferAlert } from '../alert.ts';
import { isUnverified } from './parts/shown-reasons.ts';

/** Follows the receiver's address and says that it is new; empty if the token's creator may have made the payment up. */
export function noteOnReceiver(alert: TransferAlert | RevertedAlert | PoisoningAlert): string {
  return alert.counterparty === 'new' && isToCheck(alert)
    ? ' (new: not in contacts, no earlier payment seen)'
    : '';
}

/** The receiver's full address, for a payment that the owner should check; otherwise nothing. */
export function receiverLine(alert: TransferAlert | RevertedAlert): string[] {
  const { address } = alert.transfer.to;
  if (address === null || address === zeroAddress || !isToCheck(alert)) return [];
  return [`Receiver: ${checksumAddress(address)}${noteOnReceiver(alert)}`];
}

function isToCheck(alert: TransferAlert | RevertedAlert | PoisoningAlert): boolean {
  const { type, severity, transfer } = alert;
  return type === 'transfer.sent' && severity !== 'info' && !isUnverified(transfer.token, alert);
}
