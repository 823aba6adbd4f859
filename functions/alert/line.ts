import { checksumAddress } from '../chain/address.ts';
import type { Alert, AlertTransfer } from './alert.ts';
import { amountForms } from './shown-amount.ts';
import { unicodeVoice } from './voice.ts';

/**
 * The alert as one line for a terminal: direction, amount and symbol, wallet, other side, chain. No colours:
 * whoever prints it adds them.
 */
export function alertLine(alert: Alert): string {
  const { label, address, chain } = alert.wallet;
  const wallet = (label && unicodeVoice.text(label)) ?? checksumAddress(address);
  switch (alert.type) {
    case 'wallet.watching':
      return ['watching', wallet, `on ${chain}`, fromWhen(alert.fromBlock)].join('  ');
    case 'transfer.received':
    case 'transfer.sent':
    case 'transfer.self': {
      const { transfer, verdict } = alert;
      const mark = verdict?.spam ? ['likely spam'] : [];
      const parts = [
        ...mark,
        transfer.direction.padEnd(4),
        howMuch(transfer),
        wallet,
        ...otherSide(transfer),
      ];
      return [...parts, `on ${chain}`].join('  ');
    }
  }
}

function fromWhen(fromBlock: number | null): string {
  return fromBlock === null ? 'from now on' : `from block ${fromBlock}`;
}

function howMuch({ amount, value, token }: AlertTransfer): string {
  const number = amountForms(amount ?? value).grouped;
  const symbol =
    (token.symbol && unicodeVoice.symbol(token.symbol)) ?? `token ${checksumAddress(token.address)}`;
  return amount === null ? `${number} units of ${symbol}` : `${number} ${symbol}`;
}

function otherSide({ direction, from, to }: AlertTransfer): string[] {
  if (direction === 'self') return [];
  const { address, label } = direction === 'in' ? from : to;
  const name = (label && unicodeVoice.text(label)) ?? (address && checksumAddress(address));
  return name === null ? [] : [`${direction === 'in' ? 'from' : 'to'} ${name}`];
}
