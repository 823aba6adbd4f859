import { groupThousands } from '../../transfer/amount.ts';
import type { BalanceAlert } from '../alert.ts';
import { fullLimits, type TextLimits } from './limits.ts';
import { howMuch, walletOnChain } from './parts/names.ts';
import { writeAmount } from './parts/shown-amount.ts';
import type { TextStyle } from './style.ts';

/** `Low balance: Payroll on eth has 0.05 ETH, less than 0.1.` */
export function balanceSentence(alert: BalanceAlert, style: TextStyle, limits: TextLimits): string {
  const { wallet, balance, type } = alert;
  const has = `${walletOnChain(wallet, style, limits)} has ${howMuch(balance, alert, style, limits)}`;
  const floor = writeAmount(balance.minimum, limits.amount);
  if (type === 'balance.restored') return `Balance restored: ${has}, at least ${floor}.`;
  return `Low balance: ${has}, less than ${floor}.${limits.hint ? ' Look why before you refill it.' : ''}`;
}

export function balanceColumns(alert: BalanceAlert, style: TextStyle): string[] {
  const { balance, type } = alert;
  return [
    type === 'balance.low' ? 'low' : 'restored',
    howMuch(balance, alert, style, fullLimits),
    `${type === 'balance.low' ? 'less than' : 'at least'} ${groupThousands(balance.minimum)}`,
  ];
}

export function balanceAdvice({ type }: BalanceAlert): string[] {
  if (type === 'balance.restored') return [];
  return [
    'Look why first: a thief who empties the wallet takes a refill as well.',
    'If all that it sent is yours, send more to it, so that its payments do not fail.',
    'You get one alert for each fall below "minBalance", and one when the balance is restored.',
  ];
}
