import { sureConfidence } from '../../../spam/rough-worth.ts';
import { groupThousands } from '../../../transfer/amount.ts';
import type { AlertTransfer } from '../../alert.ts';

const forms = { grouped: groupThousands, plain: (amount: string) => amount, short: shortAmount, magnitude };

/** Longest first. The last two show only leading digits, and say so: amounts may have 78 digits. */
export type AmountForm = keyof typeof forms;

export function writeAmount(amount: string, form: AmountForm): string {
  return forms[form](amount);
}

export function countOf(count: number): string {
  return groupThousands(String(count));
}

/** `1 transfer`, `1,204 transfers` */
export function counted(count: number, one: string): string {
  return `${countOf(count)} ${one}${count === 1 ? '' : 's'}`;
}

const wholeDigits = 15;
const places = 8;
/** A number of nine digits takes eleven characters with its commas. */
const digitsAtAnyCost = 9;

function shortAmount(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  if (whole.length > wholeDigits)
    return `about ${groupThousands(whole.slice(0, 6))}... (${whole.length} digits)`;
  if (fraction.length <= places) return groupThousands(amount);
  const kept = fraction.slice(0, places).replace(/0+$/, '');
  if (kept !== '') return `about ${groupThousands(`${whole}.${kept}`)}`;
  return whole === '0' ? `less than 0.${'1'.padStart(places, '0')}` : `about ${groupThousands(whole)}`;
}

/** `about 1e77`: SNS refuses a subject that is too long. */
function magnitude(amount: string): string {
  const [whole = ''] = amount.split('.');
  return whole.length > digitsAtAnyCost
    ? `about ${whole.charAt(0)}e${whole.length - 1}`
    : shortAmount(amount);
}

/** `$7,500.25`; null without a sure price, and at a price of one dollar: the amount says it. */
export function worthText({ usd }: Pick<AlertTransfer, 'usd'>): string | null {
  if (usd === null || usd.confidence < sureConfidence || usd.price === '1') return null;
  const [whole = '0', cents] = usd.amount.split('.');
  if (whole === '0' && cents === undefined) return 'less than a cent';
  return `$${groupThousands(whole)}${cents === undefined ? '' : `.${cents.padEnd(2, '0')}`}`;
}
