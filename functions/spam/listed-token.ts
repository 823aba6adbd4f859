import { type GenuineToken, genuineToken } from '../chain/genuine-tokens.ts';
import { cleanText } from '../text/safe-text.ts';
import type { Token } from '../transfer/transfer.ts';
import { bounded, maxRead, nameKey } from './text/confusables.ts';

/** Takes name, symbol and decimals of a genuine contract from our own list; a spelling that the list knows (`USDC.e`) stays. */
export function asListed(chainId: string, token: Token): Token {
  const genuine = genuineToken(chainId, token.address);
  if (genuine === null) return token;
  const written = (text: string | null, own: string) =>
    text !== null && genuine.called.includes(text) ? text : own;
  return {
    ...token,
    name: written(token.name, genuine.name),
    symbol: written(token.symbol, genuine.symbol),
    decimals: genuine.decimals,
  };
}

/** How the API contradicts our own list on a genuine contract, in words; null if it does not. Missing fields don't count. */
export function contradictionOf(chainId: string, token: Token): string | null {
  const genuine = genuineToken(chainId, token.address);
  if (genuine === null) return null;
  const { name, symbol, decimals } = token;
  const found = [
    ...(decimals !== null && decimals !== genuine.decimals
      ? [`${decimals} decimals (${genuine.decimals})`]
      : []),
    ...(symbol !== null && !isSpelling(symbol, genuine, isEqual)
      ? [`the symbol ${quoted(symbol)} (${quoted(genuine.symbol)})`]
      : []),
    ...(name !== null && !isSpelling(name, genuine, beginsAlike)
      ? [`the name ${quoted(name)} (${quoted(genuine.name)})`]
      : []),
  ];
  return found.length === 0 ? null : found.join(', ');
}

function isSpelling(
  text: string,
  { symbol, called }: GenuineToken,
  isAlike: (key: string, known: string) => boolean,
): boolean {
  const key = keyOf(text);
  return [symbol, ...called].some((known) => isAlike(key, keyOf(known)));
}

function keyOf(text: string): string {
  return nameKey(bounded(text, maxRead).replace(/₮/g, 'T'));
}

const isEqual = (key: string, known: string) => key === known;
const shortest = 3;
const beginsAlike = (key: string, known: string) =>
  key === known ||
  (Math.min(key.length, known.length) >= shortest && (key.startsWith(known) || known.startsWith(key)));

function quoted(text: string): string {
  return `"${cleanText(text) ?? ''}"`;
}
