import type { Alert, AlertToken, AlertTransfer, DigestTotal } from './alert.ts';
import type { Room } from './room.ts';
import { amountForms } from './shown-amount.ts';
import { shorten, type Voice } from './voice.ts';

/** What the reader calls the watched wallet: its row's label, or its address. */
export function walletName({ label, address }: Alert['wallet'], voice: Voice): string {
  return (label && voice.text(label)) || voice.address(address);
}

/** The token's symbol, or what comes nearest to one, in at most `maxLength` characters. */
export function tokenName({ symbol, name, address }: AlertToken, voice: Voice, maxLength = 100): string {
  return (
    creatorName(symbol, voice, maxLength) ??
    creatorName(name, voice, maxLength) ??
    shorten(`token ${voice.address(address)}`, maxLength)
  );
}

/**
 * A name that a token's creator chose, to stand inside a sentence of ours. One with spaces is quoted: the
 * symbol "USDC from Coinbase" must not read as our words.
 */
export function creatorName(name: string | null, voice: Voice, maxLength = 100): string | null {
  const text = name && voice.creatorText(name);
  if (!text) return null;
  if (!text.includes(' ')) return shorten(text, maxLength);
  return `"${shorten(text.replaceAll('"', "'"), maxLength - 2)}"`;
}

/** `12,500.5 USDC`, or `12,500,500,000 units of USDC` where nobody knows the decimals. */
export function howMuch(
  { amount, value, token }: Pick<DigestTotal, 'amount' | 'value' | 'token'>,
  voice: Voice,
  room: Pick<Room, 'amount' | 'token'> = { amount: 'grouped', token: 100 },
): string {
  const number = amountForms(amount ?? value)[room.amount];
  return `${number} ${amount === null ? 'units of ' : ''}${tokenName(token, voice, room.token)}`;
}

/** Whom the wallet got it from or sent it to; null for itself, and where the API does not say. */
export function otherName({ direction, from, to }: AlertTransfer, voice: Voice): string | null {
  if (direction === 'self') return null;
  const { address, label } = direction === 'in' ? from : to;
  return (label && voice.text(label)) || (address && voice.address(address));
}
