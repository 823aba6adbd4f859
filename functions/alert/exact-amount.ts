import type { DigestTotal } from './alert.ts';
import { type ShownToken, withMark } from './mark-copies.ts';
import { creatorName } from './names.ts';
import { amountForms } from './shown-amount.ts';
import { emailVoice } from './voice.ts';

/**
 * An amount for an email, to the last digit whatever its length: grouped where that fits.
 * @param length of a line
 * @returns one line, or number and unit apart where they do not fit on one; the number itself may be longer
 */
export function exactAmount(
  { amount, value, token }: Pick<DigestTotal, 'amount' | 'value'> & { readonly token: ShownToken },
  length: number,
): string[] {
  const name = creatorName(token.symbol, emailVoice, 64);
  const symbol = name === null ? '' : withMark(name, token.symbolCopies);
  const unit = amount === null ? ['units', ...(symbol ? [`of ${symbol}`] : [])].join(' ') : symbol;
  const { grouped, plain } = amountForms(amount ?? value);
  const number = grouped.length <= length ? grouped : plain;
  const line = `${number} ${unit}`.trimEnd();
  return line.length <= length ? [line] : [number, unit].filter((text) => text !== '');
}
