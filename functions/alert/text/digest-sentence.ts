import { sureWorth } from '../../spam/rough-worth.ts';
import type { DigestAlert, DigestTotal } from '../alert.ts';
import { fitted, type TextLimits } from './limits.ts';
import { howMuch, longAgo, onChain, tokenName, unitsOf, walletWithin } from './parts/names.ts';
import { counted, countOf, writeAmount } from './parts/shown-amount.ts';
import type { TextStyle } from './style.ts';
import { fromOrTo, verbs } from './transfer-sentence.ts';

/** Enough characters for a short address. */
const leastOfWallet = 12;

/** At most `limit` characters: the sums of most worth, and a count of the other transfers. */
export function digestSentence(alert: DigestAlert, style: TextStyle, limit: number): string {
  const { count, totals } = alert.digest;
  const had = `had ${counted(count, 'transfer')}`;
  // The transfers are sorted once, because the sentence is tried with dozens of limits.
  const strongest = strongestFirst(alert);
  const [first, ...more] = totals;
  if (first === undefined) return had;
  const verb = verbs[first.direction];
  const text = fitted(limit, (limits) => {
    if (more.length === 0) return ofOneToken(alert, first, style, limits);
    const sums = digestSums(strongest, alert, style, limits).join(', ');
    const rest = digestRest(strongest, limits);
    return framed(alert, had, `: ${verb} ${sums}${rest && ` and ${rest}`}`, style, limits);
  });
  if (text.length <= limit) return text;
  return fitted(limit, (limits) => framed(alert, `${verb} ${counted(count, 'transfer')}`, '', style, limits));
}

/** The wallet and `what` it did, the chain, `more`, and the number of hidden transfers. */
function framed(
  alert: DigestAlert,
  what: string,
  more: string,
  style: TextStyle,
  limits: TextLimits,
): string {
  const { digest, wallet } = alert;
  const { hidden, count, largest } = digest;
  const [oldest = null] = largest.flatMap(({ blockTimestamp }) => blockTimestamp ?? []).toSorted();
  const ago = longAgo(oldest, alert, limits);
  const when = ago === '' || count === 1 ? ago : `, some${ago}`;
  const name = walletWithin(wallet, style, Math.max(limits.wallet, leastOfWallet));
  const spam = limits.hint && hidden > 0 ? `. ${countOf(hidden)} more hidden as spam.` : '';
  return `${name} ${what}${onChain(wallet, limits)}${when}${more}${spam}`;
}

/** `Treasury received 105 USDC in 14 transfers on eth, the largest 14 USDC from "Binance 14" (0x28C6...1d60)` */
function ofOneToken(alert: DigestAlert, total: DigestTotal, style: TextStyle, limits: TextLimits): string {
  const { digest } = alert;
  const [first] = digest.largest;
  const other = first === undefined || total.count > 1 ? [] : fromOrTo(first, alert, style, limits);
  const sum = `${verbs[total.direction]} ${howMuch(total, alert, style, limits)}`;
  const what = [sum, 'in', counted(digest.count, 'transfer'), ...other].join(' ');
  return framed(alert, what, largestPart(alert, total, style, limits), style, limits);
}

function largestPart(alert: DigestAlert, total: DigestTotal, style: TextStyle, limits: TextLimits): string {
  const [first] = alert.digest.largest;
  if (first === undefined || total.count === 1 || limits.other === 0) return '';
  // Base units and token units can't be compared.
  if ((first.amount === null) !== (total.amount === null)) return '';
  const number = writeAmount(first.amount ?? first.value, limits.amount);
  // A bare number would read as a count of transfers.
  const unit =
    first.amount === null
      ? unitsOf(first.value)
      : tokenName(first.token, alert, style, limits.token, first.amount === '1');
  return [`, the largest ${number} ${unit}`, ...fromOrTo(first, alert, style, limits)].join(' ');
}

/** Totals surely worth money come first, then the digest's order: anyone can make a verified token cheaply. */
export function strongestFirst({ digest: { totals }, wallet }: DigestAlert): DigestTotal[] {
  const worth = new Map(
    totals.map((total) => [total, sureWorth(wallet.chainId, total.token, BigInt(total.value))]),
  );
  return totals.toSorted((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0));
}

/** Returns a sum for each token, such as `50 USDC (8)`, up to the limit. @param totals the tokens of most worth first */
export function digestSums(
  totals: readonly DigestTotal[],
  alert: DigestAlert,
  style: TextStyle,
  limits: TextLimits,
): string[] {
  return totals
    .slice(0, limits.totals)
    .map((total) => `${howMuch(total, alert, style, limits)} (${countOf(total.count)})`);
}

/** Returns the number of transfers that digestSums leaves out, such as `6 more`. */
export function digestRest(totals: readonly DigestTotal[], limits: TextLimits): string {
  const count = totals.slice(limits.totals).reduce((sum, one) => sum + one.count, 0);
  return count === 0 ? '' : `${countOf(count)} more`;
}
