import { sureConfidence } from '../../../spam/most-worth.ts';
import { groupThousands } from '../../../transfer/amount.ts';
import type { AlertTransfer } from '../../alert.ts';

/** `$7,500.25`; null without a sure price, and for a dollar, whose amount says it. */
export function worthText({ usd }: Pick<AlertTransfer, 'usd'>): string | null {
  if (usd === null || usd.confidence < sureConfidence || usd.price === '1') return null;
  const [whole = '0', cents] = usd.amount.split('.');
  if (whole === '0' && cents === undefined) return 'less than a cent';
  return `$${groupThousands(whole)}${cents === undefined ? '' : `.${cents.padEnd(2, '0')}`}`;
}
