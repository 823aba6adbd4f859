import type { Alert, AlertTransfer, TransferAlert } from './alert.ts';
import { otherName, tokenName, walletName } from './names.ts';
import { amountForms } from './shown-amount.ts';
import { terminalVoice } from './voice.ts';

/**
 * The alert as one line for a terminal: direction, amount and symbol, wallet, other side, chain. No colours:
 * whoever prints it adds them.
 */
export function alertLine(alert: Alert): string {
  const wallet = walletName(alert.wallet, terminalVoice);
  const chain = `on ${alert.wallet.chain}`;
  switch (alert.type) {
    case 'wallet.watching':
      return columns('watching', wallet, chain, fromWhen(alert.fromBlock));
    case 'transfer.received':
    case 'transfer.sent':
    case 'transfer.self': {
      const { direction } = alert.transfer;
      const { transfer } = alert;
      return columns(direction.padEnd(4), howMuch(transfer), wallet, otherSide(transfer), chain, mark(alert));
    }
  }
}

function columns(...texts: string[]): string {
  return texts.filter((text) => text !== '').join('  ');
}

function fromWhen(fromBlock: number | null): string {
  return fromBlock === null ? 'from now on' : `from block ${amountForms(`${fromBlock}`).grouped} on`;
}

function howMuch({ amount, value, token }: AlertTransfer): string {
  const unit = tokenName(token, terminalVoice);
  return `${amountForms(amount ?? value).grouped} ${amount === null ? `units of ${unit}` : unit}`;
}

function otherSide(transfer: AlertTransfer): string {
  const name = otherName(transfer, terminalVoice);
  return name === null ? '' : `${transfer.direction === 'in' ? 'from' : 'to'} ${name}`;
}

function mark({ verdict }: TransferAlert): string {
  return verdict?.spam ? '(likely spam)' : '';
}
