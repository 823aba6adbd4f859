import type { Alert, AlertTransfer, DigestTotal } from '../alert.ts';
import { aboutUnits, type TextLimits } from './limits.ts';
import { type ShownToken, withMark } from './mark-copies.ts';
import { amountForms } from './shown-amount.ts';
import { shorten, type TextStyle } from './style.ts';

/** What the reader calls the watched wallet: its row's label, or its address. */
export function walletName({ label, address }: Alert['wallet'], style: TextStyle): string {
  return (label && style.text(label)) || style.address(address);
}

/**
 * The token's symbol, or what comes nearest to one, in at most `maxLength` characters; beyond those, where it reads like
 * a well-known token's without being it, the words that say so.
 */
export function tokenName(token: ShownToken, style: TextStyle, maxLength = 100): string {
  const symbol = creatorName(token.symbol, style, maxLength);
  if (symbol !== null) return withMark(symbol, token.symbolCopies);
  const name = creatorName(token.name, style, maxLength);
  if (name !== null) return withMark(name, token.nameCopies);
  return shorten(`token ${style.address(token.address)}`, maxLength);
}

/** A name that begins with a letter or a picture; it must not go on like a number's exponent. */
const beginsAsName = /^(?!e[+-]?\p{N})[\p{L}\p{So}]/iu;

/**
 * A name that a token's creator chose, to stand inside a sentence of ours. One with spaces is quoted: the symbol "USDC
 * from Coinbase" must not read as our words. So is one that begins with a digit, a separator or a sign: behind an amount
 * of 1 the symbol 000,000EURC would make a million of it.
 */
export function creatorName(name: string | null, style: TextStyle, maxLength = 100): string | null {
  const text = name && style.creatorText(name);
  if (!text) return null;
  if (!text.includes(' ') && beginsAsName.test(text.normalize('NFKC'))) return shorten(text, maxLength);
  return `"${shorten(text.replaceAll('"', "'"), maxLength - 2)}"`;
}

/**
 * `12,500.5 USDC`, or `12,500,500,000 units of USDC (smallest units, decimals unknown)` where nobody knows the decimals.
 */
export function howMuch(
  { amount, value, token }: Pick<DigestTotal, 'amount' | 'value' | 'token'>,
  style: TextStyle,
  limits: Pick<TextLimits, 'amount' | 'token' | 'units'> = {
    amount: 'grouped',
    token: 100,
    units: 'explained',
  },
): string {
  const number = amountForms(amount ?? value)[limits.amount];
  const name = tokenName(token, style, limits.token);
  return amount === null ? `${number} units of ${name}${aboutUnits[limits.units]}` : `${number} ${name}`;
}

/** Whom the wallet got it from or sent it to; null for itself, and where the API does not say. */
export function otherName({ direction, from, to }: AlertTransfer, style: TextStyle): string | null {
  if (direction === 'self') return null;
  const { address, label } = direction === 'in' ? from : to;
  return (label && style.text(label)) || (address && style.address(address));
}
